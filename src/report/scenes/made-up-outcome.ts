/** A made-up outcome with a secret wherever one may occur, for tests of reports. */
import type { Exchange, Finding, RunOutcome } from '../../harness/evidence/index.ts';
import type { LedgerEntry, ReportInput } from '../record/index.ts';

const secretKey = 'canary-key-a1b2c3';
const secretSignature = 'canary-signature-d4e5f6';

const exchange: Exchange = {
  number: 17,
  operation: 'createBook',
  request: {
    method: 'POST',
    url: 'https://staging.invalid/v2/distribution/books',
    path: '/books',
    headers: { apikey: '***', 'content-type': 'text/plain' },
    body: `title=Lamp ${secretKey}`,
    key: 'own',
  },
  status: 415,
  headers: { 'content-type': 'application/json', 'x-signed': secretSignature },
  mediaType: 'application/json',
  text: '',
  body: {
    message: 'Unsupported\u001B[2J type',
    url: `https://store.invalid/f?sig=${secretSignature}`,
  },
  took: 12.4,
};

const upload: Exchange = {
  ...exchange,
  number: 18,
  operation: 'putFile',
  request: {
    ...exchange.request,
    url: `https://store.invalid/${secretSignature}?sig=${secretSignature}`,
  },
};

const commonFields = {
  section: 'Create',
  source: 'case',
  requests: 2,
  requestsInRun: 20,
  took: 30,
} as const;

export const findings: readonly Finding[] = [
  {
    ...commonFields,
    requirement: 'create.answers-201',
    sentence: 'creates a book',
    verdict: 'conforms',
  },
  {
    ...commonFields,
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
    ...commonFields,
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
    ...commonFields,
    requirement: 'isbn.reason',
    sentence: 'says what is wrong with the number',
    verdict: 'drifts',
    difference: { expected: 'a reason that names ISBN-13', actual: 'bad value' },
  },
  {
    ...commonFields,
    requirement: 'publish.answers-204',
    sentence: 'publishes a book',
    verdict: 'unproven',
    reason: 'needs --allow publish',
  },
  {
    ...commonFields,
    requirement: 'read.answers-200',
    sentence: 'reads a book',
    verdict: 'errored',
    reason: `socket hang up after sending ${secretKey}`,
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
  waited: 30_000.2,
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
      reason: `socket hang up after sending ${secretKey}`,
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
  provable: [],
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
    says: 'The refusal says that the value is not an ISBN-13.',
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

export const input: ReportInput = {
  outcome,
  ledger,
  target: { address: 'https://staging.invalid/v2/distribution', kind: 'service', faults: [] },
  only: undefined,
  writeRerunCommand: ({ requirement }) =>
    `bookdist verify https://staging.invalid --only ${requirement} --seed 424242`,
  secrets: [secretKey],
};
