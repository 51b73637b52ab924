/** Tests that a merged report keeps every exchange that its shards rest on. */
import { expect, it } from 'vitest';
import { evidenceIn, type ExchangeRow, type FindingRow, type Report } from '../record/index.ts';
import { har } from '../formats/index.ts';
import { madeUpFinding, madeUpReport, madeUpRun } from '../scenes/made-up-report.ts';
import { mergeReports } from './merge-reports.ts';

function exchangeAt(number: number, url: string): ExchangeRow {
  const headers = { requestHeaders: {}, responseHeaders: {} };
  return { number, method: 'GET', url, ...headers, status: 200, mediaType: 'text/plain', took: 1 };
}

function driftAt(fingerprint: string, exchange: ExchangeRow): FindingRow {
  return { ...madeUpFinding, fingerprint, firstAtRequest: exchange.number, exchange };
}

/** Each shard counts from 1, so both have a first and a second exchange. */
function shard(index: number): Report {
  const { summary } = madeUpReport;
  const url = (what: string): string => `https://staging.invalid/${what}-of-${index}`;
  return {
    ...madeUpReport,
    run: { ...madeUpRun, shard: { index, of: 2 }, requests: 2 },
    summary: { ...summary, drifts: 1 },
    findings: [driftAt(`${index}`.repeat(12), exchangeAt(1, url('drift')))],
    silences: [
      {
        id: index === 1 ? 'create.response' : 'path.invalid-uuid',
        says: '',
        section: '',
        verdict: 'observed',
        readings: ['reference', 'walkthrough'],
        answers: [
          {
            answer: index === 1 ? 'walkthrough' : '404',
            times: 1,
            evidence: exchangeAt(2, url('answer')),
          },
        ],
      },
    ],
  };
}

it('numbers the exchanges of all shards in one count, and loses none', () => {
  const whole = mergeReports([shard(1), shard(2)]);
  const told = evidenceIn(whole);
  expect(told.map(({ number, url }) => `${number} ${url.split('/').at(-1)}`)).toEqual([
    '1 drift-of-1',
    '2 answer-of-1',
    '3 drift-of-2',
    '4 answer-of-2',
  ]);
  expect(whole.findings.map(({ firstAtRequest }) => firstAtRequest)).toEqual([1, 3]);
  const archive: unknown = JSON.parse(har(whole, { rows: () => told, beyond: 0 }));
  expect(archive).toMatchObject({ log: { entries: { length: 4 } } });
});

it("leaves out what the monitor found in one shard if another shard's case reports it", () => {
  const [one, other] = [shard(1), shard(2)];
  const found = { ...driftAt('f'.repeat(12), exchangeAt(1, 'https://staging.invalid/a')) };
  const monitored = { ...one, findings: [{ ...found, kind: 'monitor' as const }] };
  const { findings } = mergeReports([monitored, other]);
  expect(findings.map(({ fingerprint }) => fingerprint)).toEqual(['2'.repeat(12)]);
  const [own] = monitored.findings.map((row) => ({ ...row, operation: 'readBook' }));
  const kept = mergeReports([{ ...one, findings: own === undefined ? [] : [own] }, other]);
  expect(kept.findings).toHaveLength(2);
});
