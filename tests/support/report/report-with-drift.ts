/** A report with one drift, an unproven requirement, a surprising answer and a leftover book. */
import type { ExchangeRow, FindingRow, Report } from '../../../src/report/record/index.ts';
import { emptySummary, madeUpFinding, madeUpReport, madeUpRun } from './made-up-report.ts';

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
  curl: "curl 'https://staging.invalid'",
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
