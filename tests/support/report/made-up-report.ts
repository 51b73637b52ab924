/** A made-up report without results, and the text that a page shows, for tests. */
import type { Report, RunRow, Summary } from '../../../src/report/record/index.ts';

const noProof = { total: 0, proven: 0, conforms: 0, untested: 0 };

export const emptySummary: Summary = {
  must: noProof,
  should: noProof,
  verdicts: { drifts: 0, known: 0, errored: 0, unproven: 0, observed: 0, conforms: 0 },
  silences: { total: 0, observed: 0 },
  situations: { judged: 0, possible: 0 },
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
  requests: 2,
  repeated: 0,
};

/** The report of a conforming run without requirements. */
export const madeUpReport: Report = {
  format: 'bookdist-report/2',
  tool: { name: 'book-distribution-contract', version: '1.0.0', node: 'v20.19.0' },
  contract: { version: '2.0', sha256: '9f86d081884c', parts: 0, checked: 0, unproven: [] },
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

export function getVisibleText(text: string): string {
  return text
    .replaceAll(/<(style|script)\b.*?<\/\1>/gs, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}
