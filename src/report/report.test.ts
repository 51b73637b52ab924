/** Asks the report and its summary about an outcome made by hand. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readContract } from '../contract/spec.ts';
import type { Exchange } from '../harness/exchange.ts';
import type { Finding, Outcome } from '../harness/finding.ts';
import { buildReport, type ReportInput } from './build-report.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { terminalSummary } from './terminal.ts';

const key = 'canary-key-a1b2c3';
const signature = 'canary-signature-d4e5f6';

const exchange: Exchange = {
  number: 17,
  operation: 'createBook',
  request: {
    method: 'POST',
    url: 'https://staging.invalid/v2/distribution/books',
    path: '/books',
    headers: { apikey: '***', 'content-type': 'text/plain' },
    body: `title=Lamp ${key}`,
    key: 'own',
  },
  status: 415,
  headers: { 'content-type': 'application/json', 'x-signed': signature },
  mediaType: 'application/json',
  text: '',
  body: { message: 'Unsupported\u001B[2J type', url: `https://store.invalid/f?sig=${signature}` },
  took: 12.4,
};

const put: Exchange = {
  ...exchange,
  number: 18,
  operation: 'putFile',
  request: { ...exchange.request, url: `https://store.invalid/${signature}?sig=${signature}` },
};

const asked = {
  section: 'Create',
  source: 'case',
  requests: 2,
  requestsInRun: 20,
  took: 30,
} as const;

const findings: readonly Finding[] = [
  { ...asked, requirement: 'create.answers-201', sentence: 'creates a book', verdict: 'conforms' },
  {
    ...asked,
    requirement: 'create.content-type-400',
    sentence: 'refuses a body that is sent as text',
    verdict: 'drifts',
    difference: {
      expected: '400',
      actual: '415  application/json  {"message":"Un\u001B[2Jsupported"}',
    },
    exchange,
  },
  {
    ...asked,
    requirement: 'create.content-type-400',
    sentence: 'refuses a body without a content type',
    source: 'property',
    verdict: 'drifts',
    difference: { expected: '400 for "Sea"', actual: '201  application/json  {}' },
    counterexample: { value: `"a${key}"`, seed: -7, path: '0:1', runs: 3, shrinks: 2 },
    exchange: put,
  },
  {
    ...asked,
    requirement: 'isbn.reason',
    sentence: 'says what is wrong with the number',
    verdict: 'drifts',
    difference: { expected: 'a reason that names ISBN-13', actual: 'bad value' },
  },
  {
    ...asked,
    requirement: 'publish.answers-204',
    sentence: 'publishes a book',
    verdict: 'unproven',
    reason: 'needs --allow publish',
  },
  {
    ...asked,
    requirement: 'read.answers-200',
    sentence: 'reads a book',
    verdict: 'errored',
    reason: `socket hang up after sending ${key}`,
  },
];

const outcome: Outcome = {
  runId: 'a1b2c3d4',
  seed: 424_242,
  allow: ['read', 'write', 'delete'],
  reach: 'behaviour',
  startedAt: '2026-11-21T10:00:00.000Z',
  took: 41_200.7,
  waited: 30_000.2,
  repeated: 0,
  requests: 612,
  clockSkew: 7200.4,
  findings,
  answers: [
    {
      silence: 'create.response',
      answer: 'walkthrough',
      operation: 'createBook',
      evidence: exchange,
      times: 9,
    },
  ],
  judged: [
    { requirement: 'create.answers-201', verdict: 'conforms', findings: [] },
    { requirement: 'create.content-type-400', verdict: 'drifts', findings: [] },
    { requirement: 'isbn.reason', verdict: 'drifts', findings: [] },
    {
      requirement: 'publish.answers-204',
      verdict: 'unproven',
      reason: 'needs --allow publish',
      findings: [],
    },
    {
      requirement: 'read.answers-200',
      verdict: 'errored',
      reason: `socket hang up after sending ${key}`,
      findings: [],
    },
  ],
  statuses: [{ operation: 'createBook', status: 415, times: 2, documented: false }],
  leftovers: [
    {
      id: '58748325-c31b-42d9-89c0-55c985274134',
      externalId: undefined,
      status: 'published',
      reason: 'delete was refused with 409',
    },
  ],
  stopped: undefined,
  stoppedBecause: undefined,
};

const ledger: readonly LedgerEntry[] = [
  { id: 'create.answers-201', says: 'Create answers with 201.', from: 'Endpoints', level: 'must' },
  {
    id: 'create.content-type-400',
    says: 'A create in anything but JSON gets 400.',
    from: 'Errors',
    level: 'must',
  },
  {
    id: 'isbn.reason',
    says: 'The refusal says that the value is no ISBN-13.',
    from: 'Book',
    level: 'should',
  },
  {
    id: 'publish.answers-204',
    says: 'Publish answers with 204.',
    from: 'Endpoints',
    level: 'must',
  },
  {
    id: 'publish.queued',
    says: 'A published book is queued.',
    from: 'States',
    level: 'must',
    untested: 'No call shows a queue.',
  },
  { id: 'read.answers-200', says: 'Read answers with 200.', from: 'Endpoints', level: 'must' },
  {
    id: 'create.response',
    says: 'What create answers with.',
    from: 'Endpoints',
    level: 'open',
    readings: ['reference', 'walkthrough'],
  },
  {
    id: 'publish.day-14',
    says: 'Whether day 14 is inside.',
    from: 'States',
    level: 'open',
    readings: ['inclusive', 'exclusive'],
  },
];

const input: ReportInput = {
  outcome,
  ledger,
  contract: { version: '2.0', sha256: '9f86d081884c', operations: readContract().operations },
  tool: { name: 'book-distribution-contract', version: '1.0.0', node: 'v20.19.0' },
  target: { address: 'https://staging.invalid/v2/distribution', kind: 'service', faults: [] },
  only: undefined,
  again: ({ requirement }) =>
    `bookdist verify https://staging.invalid --only ${requirement} --seed 424242`,
  secrets: [key],
};

const report = buildReport(input);
const screen = { width: 80, colour: false, file: 'reports/report.json' };

function summaryOf(change: Partial<Outcome>, only?: string): string {
  return terminalSummary(
    buildReport({ ...input, only, outcome: { ...outcome, ...change } }),
    screen,
  );
}

/** A schema in which nothing undescribed passes, however the published one leaves it open. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([name, inner]) => [name, closed(inner)] as const);
  const open = 'properties' in schema && !('additionalProperties' in schema);
  return Object.fromEntries(open ? [...entries, ['additionalProperties', false]] : entries);
}

describe('report.json', () => {
  const text = readFileSync(new URL('report.schema.json', import.meta.url), 'utf8');
  const written: unknown = JSON.parse(JSON.stringify(report));

  it('is as its published schema says, with nothing undescribed', () => {
    for (const schema of [JSON.parse(text), closed(JSON.parse(text))]) {
      const validate = new Ajv2020({ allErrors: true, strict: true }).compile(Object(schema));
      validate(written);
      expect(validate.errors).toBeNull();
    }
  });

  it('counts what was proven over all requirements, and advice apart', () => {
    expect(report.summary).toMatchObject({
      must: { total: 5, proven: 2, conforms: 1, untested: 1 },
      should: { total: 1, proven: 1, conforms: 0, untested: 0 },
      silences: { total: 2, observed: 1 },
      drifts: 2,
      advice: 1,
      errored: 1,
    });
    expect([report.verdict, report.exitCode]).toEqual(['drifts', 1]);
  });

  it('says why each requirement without an answer has none', () => {
    const reasons = report.requirements.filter(({ verdict }) => verdict === 'unproven');
    expect(reasons.map(({ id, reason }) => [id, reason])).toEqual([
      ['publish.answers-204', 'needs --allow publish'],
      ['publish.queued', 'cannot be asked from outside: No call shows a queue.'],
    ]);
  });

  it('holds neither key nor signature, wherever they stood', () => {
    expect(JSON.stringify(report)).not.toContain('canary');
    expect(terminalSummary(report, screen)).not.toContain('canary');
  });

  it('does not let advice decide', () => {
    const advice = findings.filter(({ requirement }) => requirement === 'isbn.reason');
    const advised = buildReport({ ...input, outcome: { ...outcome, findings: advice } });
    expect(advised.exitCode).toBe(0);
  });
});

describe('the summary on a terminal', () => {
  it('shows drifts first, then what is missing, then the verdict', () => {
    expect(terminalSummary(report, screen)).toMatchInlineSnapshot(`
      "bookdist 1.0.0   https://staging.invalid/v2/distribution   seed 424242
      allow read,write,delete
      contract 2.0 9f86d081884c   612 requests in 41 s   their clock +7.2 s

      ✗ create.content-type-400  Errors
          A create in anything but JSON gets 400.
          asked      refuses a body that is sent as text
          expected   400
          actual     415 application/json {"message":"Un\\u001b[2Jsupported"}
          call       POST /v2/distribution/books → 415 (request 17)
          curl       curl -sS -i -X POST https://staging.invalid/v2/distribution/books -H "apikey: $DISTRIBUTION_API_KEY" -H 'content-type: text/plain' --data-raw 'title=Lamp [key]'
          also       refuses a body without a content type: expected 400 for "Sea",
                     came 201
          ask again  bookdist verify https://staging.invalid --only create.content-type-400 --seed 424242

      ~ isbn.reason (advice): expected a reason that names ISBN-13, came bad value

      ! 1 question broke on our side or on the network
           1  socket hang up after sending [key]: read.answers-200

      ✗ create 1/2    · publish 0/2   · read 0/1

      ! 2 requirements unproven
           1  needs --allow publish: publish.answers-204
           1  cannot be asked from outside: publish.queued
      ? 1 of 2 silences observed, in the report
      ! 1 book left behind
          58748325-c31b-42d9-89c0-55c985274134 published: delete was refused with 409

      DRIFT   1 new, 1 of advice   proven 2 of 5   of these 1 conform
      reports/report.json
      "
    `);
  });

  it('fits a narrow terminal, and never sends what a service could move the cursor with', () => {
    const lines = terminalSummary(report, { ...screen, width: 48 }).split('\n');
    const commands = /^ {4}(curl|ask again) /;
    const long = lines.filter((line) => line.length > 48 && !commands.test(line));
    expect(long).toEqual([]);
    const control = [...terminalSummary(report, screen)].filter((one) => one < ' ' && one !== '\n');
    expect(control).toEqual([]);
  });

  it('says conforms when everything asked conforms', () => {
    const judged = outcome.judged.slice(0, 1);
    const quiet = { findings: findings.slice(0, 1), judged, leftovers: [] };
    expect(summaryOf(quiet, 'create.a')).toMatchInlineSnapshot(`
      "bookdist 1.0.0   https://staging.invalid/v2/distribution   seed 424242
      allow read,write,delete   only create.a
      contract 2.0 9f86d081884c   612 requests in 41 s   their clock +7.2 s

      ✓ create 1/1

      ? 1 of 1 silence observed, in the report

      conforms   under create.a   proven 1 of 1   of these 1 conform
      reports/report.json
      "
    `);
  });

  it('is one sentence and the verdict where nobody answered', () => {
    const nobody: Partial<Outcome> = {
      findings: [],
      judged: [],
      answers: [],
      leftovers: [],
      stopped: 'unreachable',
      stoppedBecause: 'Nothing answered at https://staging.invalid.',
    };
    expect(summaryOf(nobody)).toMatchInlineSnapshot(`
      "Nothing answered at https://staging.invalid.
      NO FULL ANSWER   proven 0 of 5   of these 0 conform   reports/report.json
      "
    `);
  });

  it('is coloured only when asked to be', () => {
    expect(terminalSummary(report, { ...screen, colour: true })).toContain('\u001B[31m✗\u001B[39m');
  });
});
