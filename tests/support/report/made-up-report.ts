/** A made-up report without results, and one with a drift, a surprising answer and a leftover book, for tests. */
import type {
  FindingRow,
  Report,
  RunRow,
  Summary,
  ExchangeRow,
} from '../../../src/report/record/index.ts';

const noProof = { total: 0, proven: 0, conforms: 0, untested: 0 };

export const emptySummary: Summary = {
  must: noProof,
  should: noProof,
  verdicts: { drifts: 0, known: 0, errored: 0, unproven: 0, observed: 0, conforms: 0 },
  silences: { total: 0, observed: 0 },
  drifts: 0,
  known: 0,
  advice: 0,
  errored: 0,
};

export const madeUpRun: RunRow = {
  id: 'a1b2c3d4',
  seed: 7,
  reach: 'behaviour',
  allow: ['read'],
  startedAt: '2026-11-21T10:00:00.000Z',
  took: 1,
  waited: 1,
  requests: 2,
  repeated: 0,
};

/** The report of a conforming run without requirements. */
export const madeUpReport: Report = {
  format: 'bookdist-report/2',
  tool: { name: 'book-distribution-contract', version: '1.0.0', node: 'v20.19.0' },
  contract: { version: '2.0', sha256: '9f86d081884c' },
  run: madeUpRun,
  target: { address: 'https://staging.invalid/v2/distribution', kind: 'service', faults: [] },
  verdict: 'conforms',
  exitCode: 0,
  summary: emptySummary,
  requirements: [],
  silences: [],
  findings: [],
  operations: [],
  leftovers: [],
};

/** A read with status 500 instead of 200. */
export const madeUpFinding: FindingRow = {
  fingerprint: '0123456789ab',
  requirement: 'read.answers-200',
  level: 'must',
  verdict: 'drifts',
  says: '',
  section: '',
  sentence: '',
  kind: 'case',
  expected: '200',
  actual: '500',
  occurrences: 1,
  firstAtRequest: 1,
  again: '',
};

export const sampleExchange: ExchangeRow = {
  number: 17,
  operation: 'createBook',
  method: 'POST',
  url: 'https://staging.invalid/v2/distribution/books',
  requestHeaders: { apikey: '[key]' },
  status: 415,
  responseHeaders: {},
  mediaType: 'application/json',
  responseBody: { message: '<img src=x onerror=alert(1)>' },
  took: 12,
};

export const sampleDrift: FindingRow = {
  ...madeUpFinding,
  fingerprint: '0d8687ff7e6f',
  requirement: 'create.content-type-400',
  says: 'A create in anything but JSON gets 400.',
  section: 'Errors',
  sentence: 'refuses a body that is sent as text',
  expected: '400',
  actual: '415  application/json  {"message":"…"}',
  occurrences: 2,
  firstAtRequest: 17,
  exchange: sampleExchange,
  again: 'bookdist verify --only create.content-type-400',
};

const proof = { total: 2, proven: 1, conforms: 0, untested: 0 };

export const reportWithDrift: Report = {
  ...madeUpReport,
  run: { ...madeUpRun, allow: ['read', 'write'], took: 41_200, waited: 30_000, requests: 734 },
  target: { address: 'https://staging.invalid', kind: 'service', faults: [] },
  verdict: 'drifts',
  exitCode: 1,
  summary: {
    ...emptySummary,
    must: proof,
    should: proof,
    verdicts: { ...emptySummary.verdicts, drifts: 1, unproven: 1 },
    silences: { total: 1, observed: 1 },
    drifts: 1,
  },
  requirements: [
    {
      id: 'create.content-type-400',
      says: sampleDrift.says,
      section: 'Errors',
      level: 'must',
      verdict: 'drifts',
      cases: [
        {
          sentence: sampleDrift.sentence,
          source: 'property',
          verdict: 'drifts',
          times: 1,
          requests: 2,
          took: 30,
          drawn: { seed: -7, runs: 25 },
          fingerprints: [sampleDrift.fingerprint],
        },
      ],
    },
    {
      id: 'publish.answers-204',
      says: 'Publish answers with 204.',
      section: 'Endpoints',
      level: 'must',
      verdict: 'unproven',
      reason: 'needs --allow publish',
      cases: [],
    },
  ],
  silences: [
    {
      id: 'create.response',
      says: 'What create answers with.',
      section: 'Endpoints',
      verdict: 'observed',
      readings: ['reference', 'walkthrough'],
      surprising: ['walkthrough'],
      answers: [
        { answer: 'walkthrough', operation: 'createBook', times: 9, evidence: sampleExchange },
      ],
    },
  ],
  findings: [sampleDrift],
  operations: [
    {
      operation: 'createBook',
      method: 'POST',
      path: '/books',
      calls: 2,
      statuses: [{ status: 415, times: 2, documented: false }],
      inContract: [201, 400],
      timing: { median: 3, p95: 9, longest: 20 },
    },
  ],
  leftovers: [{ id: '58748325', externalId: undefined, status: 'published', reason: 'refused' }],
};

export function getVisibleText(text: string): string {
  return text
    .replaceAll(/<(style|script)\b.*?<\/\1>/gs, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}
