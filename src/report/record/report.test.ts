/** Tests report.json, exit codes, fingerprints and the record of exchanges with made-up outcomes. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it, describe } from 'vitest';
import { buildReport } from './build-report.ts';
import { findings, input, outcome } from '../../../tests/support/report/made-up-outcome.ts';
import { chooseExitCode, chooseRunVerdict, type RunFacts, requireMinProven } from './exit-code.ts';
import { explainMissingEvidence } from '../../harness/plan/provable.ts';
import { classifyValue, computeFingerprint, type DriftIdentity } from './finding-rows.ts';
import { quoteForShell, createExchangeRecord } from './exchanges/exchange-record.ts';
import { createExchange } from '../../../tests/support/harness/create-exchange.ts';
import { createRedactor } from '../redact.ts';

const report = buildReport(input);

/** Returns the schema without additional properties: a member that it does not describe is invalid. */
function closeSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(
    ([name, inner]) => [name, closeSchema(inner)] as const,
  );
  const isOpen = 'properties' in schema && !('additionalProperties' in schema);
  return Object.fromEntries(isOpen ? [...entries, ['additionalProperties', false]] : entries);
}

const text = readFileSync(new URL('../../generated/report.schema.json', import.meta.url), 'utf8');
const parsedReport: unknown = JSON.parse(JSON.stringify(report));

it('matches the published schema, which describes every member', () => {
  for (const schema of [JSON.parse(text), closeSchema(JSON.parse(text))]) {
    const validate = new Ajv2020({ allErrors: true, strict: true }).compile(Object(schema));
    validate(parsedReport);
    expect(validate.errors).toBeNull();
  }
});

it('counts proven requirements, and advice separately', () => {
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

it('says why each unproven requirement is unproven', () => {
  const unprovenRows = report.requirements.filter(({ verdict }) => verdict === 'unproven');
  expect(unprovenRows.map(({ id, reason }) => [id, reason])).toEqual([
    ['publish.answers-204', 'needs --allow publish'],
    ['publish.queued', 'cannot be tested from outside: No call shows a queue.'],
  ]);
});

it('contains no key and no signature', () => {
  expect(JSON.stringify(report)).not.toContain('canary');
});

it('has exit code 0 if only advice drifts', () => {
  const adviceFindings = findings.filter(({ requirement }) => requirement === 'isbn.reason');
  const adviceReport = buildReport({ ...input, outcome: { ...outcome, findings: adviceFindings } });
  expect(adviceReport.exitCode).toBe(0);
});

const conformingFacts: RunFacts = {
  drifts: 0,
  errored: 0,
  answered: 12,
  nothingProven: false,
  stopped: undefined,
};

describe('chooseExitCode and chooseRunVerdict', () => {
  it.each([
    ['a conforming run', {}, 0, 'conforms'],
    ['a drift', { drifts: 1 }, 1, 'drifts'],
    ['a drift, then broken cases', { drifts: 1, errored: 3 }, 1, 'drifts'],
    ['a drift, then Ctrl-C', { drifts: 1, stopped: 'interrupted' }, 1, 'drifts'],
    ['a drift, then no time left', { drifts: 1, stopped: 'out of time' }, 1, 'drifts'],
    ['a drift that ended the run', { drifts: 1, stopped: 'bail' }, 1, 'drifts'],
    ['Ctrl-C', { stopped: 'interrupted' }, 130, 'unproven'],
    ['an unreachable service', { answered: 0, stopped: 'unreachable' }, 3, 'errored'],
    ['a refused key', { answered: 0, stopped: 'key refused' }, 3, 'errored'],
    ['no requests left', { stopped: 'out of requests' }, 3, 'unproven'],
    ['a broken case', { errored: 1 }, 3, 'errored'],
    ['a run that judged nothing', { answered: 0 }, 3, 'unproven'],
    ['observations without a proven requirement', { nothingProven: true }, 3, 'unproven'],
    [
      'a host that is not a distribution service',
      { answered: 0, stopped: 'not the service' },
      3,
      'errored',
    ],
    ['a service that went away', { stopped: 'stopped responding' }, 3, 'errored'],
  ] satisfies [string, Partial<RunFacts>, number, string][])(
    'return the code and verdict for %s',
    (...[, change, code, verdict]) => {
      const facts = { ...conformingFacts, ...change };
      expect([chooseExitCode(facts), chooseRunVerdict(facts)]).toEqual([code, verdict]);
    },
  );
});

/** Returns why a run proved too little if its requirements are unproven for these reasons. */
function explainShortfall(reasons: readonly string[]): string | undefined {
  const [row] = report.requirements.filter(({ level }) => level === 'must');
  if (row === undefined) throw new Error('The report has no binding requirement.');
  const requirements = reasons.map((reason) => ({ ...row, verdict: 'unproven', reason }) as const);
  const conformingReport = { ...report, requirements, exitCode: 0 } as const;
  return requireMinProven(conformingReport, { amount: 99, unit: 'requirements' }).run
    .stoppedBecause;
}

it('names a missing consent as the main cause, even if missing evidence is more frequent', () => {
  const quick = { allow: new Set(['read', 'write'] as const), depth: 'quick' } as const;
  const missingEvidence = explainMissingEvidence('list.meta-echo', quick);
  expect(explainShortfall([missingEvidence, missingEvidence, 'needs --allow publish'])).toContain(
    'Main cause, for 1 of 3 unproven: needs --allow publish.',
  );
});

const drift: DriftIdentity = {
  requirement: 'create.content-type-400',
  operation: 'createBook',
  kind: 'case',
  pointer: '/data/3/attributes/title',
  expected: '400',
  actual: '415  application/json  {"message":"Unsupported"}',
};

function fingerprintWith(change: Partial<DriftIdentity>): string {
  return computeFingerprint({ ...drift, ...change });
}

describe('computeFingerprint', () => {
  it('returns the same twelve hex digits in every version of this tool', () => {
    expect(computeFingerprint(drift)).toMatchInlineSnapshot(`"21c1c13b5dd5"`);
  });

  it('ignores ids, dates, list positions and the body of a refusal', () => {
    expect(fingerprintWith({ pointer: '/data/41/attributes/title' })).toBe(
      computeFingerprint(drift),
    );
    expect(fingerprintWith({ actual: '415  text/html  <p>no</p>' })).toBe(
      computeFingerprint(drift),
    );
    const fingerprintOfBook = (id: string, day: string, externalId: string): string =>
      fingerprintWith({
        expected: `the book ${id} of ${day} marked ${externalId} at /books/${id}/publish`,
      });
    expect(
      fingerprintOfBook('58748325-c31b-42d9-89c0-55c985274134', '2026-11-21', 'bookdist-11ba-9'),
    ).toBe(
      fingerprintOfBook('2966d3ff-5c7d-4c78-8a86-ced2d1876f15', '2027-01-01', 'bookdist-77fe-12'),
    );
  });

  it('ignores generated values', () => {
    expect(fingerprintWith({ expected: 'title as read back: Sea of trees' })).toBe(
      fingerprintWith({ expected: 'title as read back: Lamp' }),
    );
    expect(fingerprintWith({ kind: 'property', expected: '422 for digits 1 and 2 swapped' })).toBe(
      fingerprintWith({ kind: 'property', expected: '422 for a letter in the middle' }),
    );
  });

  it('distinguishes findings by requirement, operation, kind, status and field', () => {
    const fingerprints = [
      computeFingerprint(drift),
      fingerprintWith({ requirement: 'update.content-type-400' }),
      fingerprintWith({ operation: 'updateBook' }),
      fingerprintWith({ operation: undefined }),
      fingerprintWith({ kind: 'observation' }),
      fingerprintWith({ pointer: '/data/3/attributes/subtitle' }),
      fingerprintWith({ expected: '422' }),
      fingerprintWith({ actual: '201' }),
    ];
    expect(new Set(fingerprints).size).toBe(fingerprints.length);
  });
});

describe('classifyValue', () => {
  it('returns the status, the JSON type, or text', () => {
    expect(
      ['201  application/json', 'null', '[1]', '{}', '"a"', '12', 'true', 'late'].map(
        classifyValue,
      ),
    ).toEqual(['status 201', 'null', 'array', 'object', 'string', 'number', 'boolean', 'text']);
  });
});

describe('quoteForShell', () => {
  it('quotes an empty word, but no safe word', () => {
    expect(quoteForShell('https://host:1/books')).toBe('https://host:1/books');
    expect(quoteForShell('')).toBe("''");
  });
});

const exchange = createExchange({ body: { note: 'canary' } });

it('returns more exchanges than one compressed packet holds, in order and without secrets', () => {
  const record = createExchangeRecord(createRedactor(['canary']));
  for (let number = 1; number <= 150; number += 1) record.add({ ...exchange, number });
  const rows = [...record.rows()];
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 150 }, (_, n) => n + 1));
  expect(rows[70]?.responseBody).toEqual({ note: '[key]' });
  expect(record.countOmitted()).toBe(0);
});

it('counts the exchanges beyond its capacity, and includes them in the response times', () => {
  const record = createExchangeRecord(createRedactor([]), 2);
  for (const took of [1, 2, 30]) record.add({ ...exchange, answeredAt: took });
  expect([...record.rows()]).toHaveLength(2);
  expect(record.countOmitted()).toBe(1);
  expect(record.timings().get('readBook')).toEqual({ median: 2, p95: 30, longest: 30 });
});

it('estimates the median, the 95th percentile and the longest time of a long run', () => {
  const record = createExchangeRecord(createRedactor([]), 0);
  for (let at = 1; at <= 100_000; at += 1) record.add({ ...exchange, answeredAt: at });
  const { median = 0, p95 = 0, longest = 0 } = record.timings().get('readBook') ?? {};
  for (const [estimate, time] of [
    [median, 50_000],
    [p95, 95_000],
    [longest, 100_000],
  ] as const)
    expect(Math.abs(estimate / time - 1)).toBeLessThan(0.001);
});
