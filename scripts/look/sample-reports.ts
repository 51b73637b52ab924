/** Writes report pages of many kinds, all made from one run with five faults. */
import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { ExchangeRow, Report } from '../../src/report/record/index.ts';
import { summarizeHistory } from '../../src/report/history/index.ts';
import {
  renderComparisonPage,
  renderHistoryPage,
  renderReportPage,
  unpackJson,
} from '../../src/report/page/index.ts';
import { createNightsWithThreeEvents } from '../../src/report/scenes/nights.ts';
import { bookdist, readReport } from '../proof/command.ts';
import {
  withoutDrifts,
  manyRequirements,
  rightToLeft,
  onlyReading,
  stoppedEarly,
  withDrifts,
} from './report-variants.ts';

const faults = [
  'content-type-answers-415',
  'chapter-not-added',
  'page-overlaps',
  'unknown-external-id-answers-404',
  'unknown-book-answers-422',
];

export async function writeSampleReports(folder: string): Promise<void> {
  await verifyFaulty(folder);
  const report = await readReport(folder);
  const rows = readExchanges(await readFile(`${folder}/report.html`, 'utf8'));
  const later: Report = {
    ...withoutDrifts(report),
    run: { ...report.run, startedAt: '2026-01-02T03:04:05.000Z' },
  };
  const last: Report = {
    ...withDrifts(report, 1),
    run: { ...report.run, startedAt: '2026-01-03T03:04:05.000Z' },
  };
  const history = summarizeHistory(createNightsWithThreeEvents());
  if (history === undefined) throw new Error('The history is empty.');
  const pages: Readonly<Record<string, string>> = {
    compare: renderComparisonPage([report, later, last]),
    large: renderReportPage(manyRequirements(report), repeatRows(rows, 5000)),
    history: renderHistoryPage(history),
    'drifts-0': renderReportPage(withoutDrifts(report), rows),
    'drifts-1': renderReportPage(withDrifts(report, 1), rows),
    'drifts-20': renderReportPage(withDrifts(report, 20), rows),
    'drifts-50': renderReportPage(withDrifts(report, 50), rows),
    dead: renderReportPage(stoppedEarly(report, 'unreachable')),
    refused: renderReportPage(stoppedEarly(report, 'key refused')),
    'too-little': renderReportPage(onlyReading(report), rows),
    rtl: renderReportPage(rightToLeft(report), rows),
  };
  for (const [name, page] of Object.entries(pages)) await writeFile(`${folder}/${name}.html`, page);
}

async function verifyFaulty(folder: string): Promise<void> {
  const options = ['--fault', faults.join(','), '--seed', '7', '--runs', '5', '--out', folder];
  const { code, err } = await bookdist(['verify', ...options]);
  if (code !== 1) throw new Error(`verify should find drifts and exit with 1, not ${code}: ${err}`);
}

/** Returns the exchanges that a page contains. */
function readExchanges(page: string): ExchangeRow[] {
  const packed = /id="exchange-pack">\s*([A-Za-z0-9+/=\s]+?)\s*<\/script>/.exec(page)?.[1] ?? '';
  const bytes = Buffer.from(packed.replaceAll(/\s/g, ''), 'base64');
  const rows = unpackJson(gunzipSync(bytes).toString('utf8'));
  if (!areRows(rows)) throw new Error('The page has no exchanges.');
  return rows;
}

/** Our pages store only exchange rows there. */
function areRows(value: unknown): value is ExchangeRow[] {
  return Array.isArray(value);
}

function repeatRows(rows: readonly ExchangeRow[], length: number): ExchangeRow[] {
  return Array.from({ length }, (_, at) => at).flatMap((at) => {
    const row = rows[at % rows.length];
    return row === undefined ? [] : [{ ...row, number: 100_000 + at }];
  });
}
