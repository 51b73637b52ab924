/** A made-up outcome with a secret wherever one may occur, for tests of reports. */
import type { Exchange, Finding, RunOutcome } from '../../../src/harness/evidence/index.ts';
import type { LedgerEntry, ReportInput } from '../../../src/report/record/index.ts';

const secretKey = 'canary-key-a1b2c3';
const signature = 'canary-signature-d4e5f6';

const noConsent = 'needs --allow publish';
const failure = `socket hang up after sending ${secretKey}`;

const exchange: Exchange = {
  number: 17,
  operation: 'createBook',
  sentAt: 1_794_000_000_000,
  answeredAt: 1_794_000_000_012.4,
  request: {
    method: 'POST',
    url: 'https://staging.invalid/v2/distribution/books',
    path: '/books',
    toStorage: false,
    headers: { apikey: '***', 'content-type': 'text/plain' },
    body: { kind: 'text', text: `title=Lamp ${secretKey}` },
    key: 'own',
    account: 'own',
  },
  response: {
    status: 415,
    headers: { 'content-type': 'application/json', 'x-signed': signature },
    text: '',
    body: { message: 'Unsupported\u001B[2J type', url: `https://store.invalid/f?sig=${signature}` },
  },
};

const uploadUrl = `https://store.invalid/${signature}?sig=${signature}`;

const upload: Exchange = {
  ...exchange,
  number: 18,
  operation: 'putFile',
  request: { ...exchange.request, toStorage: true, url: uploadUrl },
};

const counts = { requests: 2, requestsInRun: 20, took: 30 };
const base = { ...counts, section: 'Create', source: 'case' } as const;

export const findings: readonly Finding[] = [
  { ...base, requirement: 'create.answers-201', sentence: 'creates a book', verdict: 'conforms' },
  {
    ...base,
    requirement: 'create.content-type-400',
    sentence: 'refuses a body that is sent as text',
    verdict: 'drifts',
    difference: {
      expected: '400',
      actual: '415  application/json  {"message":"Un\u001B[2Jsupported"}',
    },
    exchange,
    trail: [{ ...exchange, number: 16 }, exchange],
  },
  {
    ...base,
    requirement: 'create.content-type-400',
    sentence: 'refuses a body without a content type',
    source: 'property',
    verdict: 'drifts',
    difference: { expected: '400 for "Sea"', actual: '201  application/json  {}' },
    counterexample: {
      value: `"a${secretKey}"`,
      words: `a text with ${secretKey}`,
      seed: -7,
      path: '0:1',
      runs: 3,
      shrinks: 2,
    },
    exchange: upload,
  },
  {
    ...base,
    requirement: 'isbn.reason',
    sentence: 'says what is wrong with the number',
    verdict: 'drifts',
    difference: { expected: 'a reason that names ISBN-13', actual: 'bad value' },
  },
  {
    ...base,
    requirement: 'publish.answers-204',
    sentence: 'publishes a book',
    verdict: 'unproven',
    reason: noConsent,
  },
  {
    ...base,
    requirement: 'read.answers-200',
    sentence: 'reads a book',
    verdict: 'errored',
    reason: failure,
  },
];

export const outcome: RunOutcome = {
  runId: 'a1b2c3d4',
  seed: 424_242,
  allow: ['read', 'write', 'delete'],
  reach: 'behaviour',
  depth: 'usual',
  startedAt: '2026-11-21T10:00:00.000Z',
  took: 58_300.7,
  repeated: 0,
  requests: 734,
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
  evidence: [],
  coverage: {
    parts: 2,
    checked: 1,
    unproven: [
      {
        pointer: '#/paths/~1books/get/parameters/5',
        part: 'GET /books, query parameter author',
        kind: 'parameter',
        reason: 'no check sends this parameter',
        differs: true,
      },
    ],
  },
  judged: [
    { requirement: 'create.answers-201', verdict: 'conforms', findings: [] },
    { requirement: 'create.content-type-400', verdict: 'drifts', findings: [] },
    { requirement: 'isbn.reason', verdict: 'drifts', findings: [] },
    { requirement: 'publish.answers-204', verdict: 'unproven', reason: noConsent, findings: [] },
    { requirement: 'read.answers-200', verdict: 'errored', reason: failure, findings: [] },
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
  provable: [],
  stopped: undefined,
  stoppedBecause: undefined,
};

function createEntry(id: string, from: string, says: string): LedgerEntry {
  return { id, says, from, level: 'must' };
}

function createSilence(entry: LedgerEntry, ...readings: [string, string]): LedgerEntry {
  return { ...entry, level: 'open', readings };
}

const reasonEntry = createEntry('isbn.reason', 'Book', 'The refusal names ISBN-13.');
const queueEntry = createEntry('publish.queued', 'States', 'A published book is queued.');
const responseEntry = createEntry('create.response', 'Endpoints', 'What create answers with.');
const dayEntry = createEntry('publish.day-14', 'States', 'Whether day 14 is inside.');

const ledger: readonly LedgerEntry[] = [
  createEntry('create.answers-201', 'Endpoints', 'Create answers with 201.'),
  createEntry('create.content-type-400', 'Errors', 'A create in anything but JSON gets 400.'),
  { ...reasonEntry, level: 'should' },
  createEntry('publish.answers-204', 'Endpoints', 'Publish answers with 204.'),
  { ...queueEntry, untested: 'No call shows a queue.' },
  createEntry('read.answers-200', 'Endpoints', 'Read answers with 200.'),
  createSilence(responseEntry, 'reference', 'walkthrough'),
  createSilence(dayEntry, 'inclusive', 'exclusive'),
];

export const input: ReportInput = {
  outcome,
  ledger,
  target: { address: 'https://staging.invalid/v2/distribution', kind: 'service', faults: [] },
  only: undefined,
  writeRerunCommand: ({ requirement }) =>
    `bookdist verify https://staging.invalid --only ${requirement} --seed 424242`,
  secrets: [secretKey],
};
