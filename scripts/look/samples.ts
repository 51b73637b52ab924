/** Makes the pages to look at from one run with five faults: few and many drifts, and runs that could not judge. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { ExchangeRow, Report } from '../../src/report/record/index.ts';
import { summarizeHistory } from '../../src/report/history/index.ts';
import { readReport } from '../../src/cli/output/index.ts';
import {
  renderComparisonPage,
  renderHistoryPage,
  renderReportPage,
  unpackJson,
} from '../../src/report/page/index.ts';
import { createNightsWithThreeEvents } from '../../src/report/scenes/nights.ts';
import {
  clean,
  manyRequirements,
  rightToLeft,
  tooLittle,
  unreachable,
  withDrifts,
} from './report-variants.ts';

const seeded = [
  'content-type-answers-415',
  'chapter-not-added',
  'page-overlaps',
  'unknown-external-id-answers-404',
  'unknown-book-answers-422',
];

/** Writes them into a folder. */
export async function writeSamples(folder: string): Promise<void> {
  await verify(folder);
  const report = await readReport(`${folder}/report.json`);
  const rows = readExchanges(await readFile(`${folder}/report.html`, 'utf8'));
  const later: Report = {
    ...clean(report),
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
    'drifts-0': renderReportPage(clean(report), rows),
    'drifts-1': renderReportPage(withDrifts(report, 1), rows),
    'drifts-20': renderReportPage(withDrifts(report, 20), rows),
    'drifts-50': renderReportPage(withDrifts(report, 50), rows),
    dead: renderReportPage(unreachable(report, 'unreachable')),
    refused: renderReportPage(unreachable(report, 'key refused')),
    'too-little': renderReportPage(tooLittle(report), rows),
    rtl: renderReportPage(rightToLeft(report), rows),
  };
  for (const [name, page] of Object.entries(pages)) await writeFile(`${folder}/${name}.html`, page);
}

/** Ends with 1, because it finds what was seeded. */
async function verify(folder: string): Promise<void> {
  const command = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
  const options = ['--fault', seeded.join(','), '--seed', '7', '--runs', '5', '--out', folder];
  const run = promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    command,
    'verify',
    ...options,
  ]);
  const code: unknown = await run.then(
    () => 0,
    (error: Error) => ('code' in error ? error.code : error.message),
  );
  if (code !== 1) throw new Error(`verify should find drifts and end with 1, not ${String(code)}.`);
}

/** The exchanges that a page carries. */
function readExchanges(page: string): ExchangeRow[] {
  const packed = /id="exchange-pack">\s*([A-Za-z0-9+/=\s]+?)\s*<\/script>/.exec(page)?.[1] ?? '';
  const bytes = Buffer.from(packed.replaceAll(/\s/g, ''), 'base64');
  const rows = unpackJson(gunzipSync(bytes).toString('utf8'));
  if (!areRows(rows)) throw new Error('The page has no exchanges.');
  return rows;
}

/** A page of ours holds nothing else there. */
function areRows(value: unknown): value is ExchangeRow[] {
  return Array.isArray(value);
}

function repeatRows(rows: readonly ExchangeRow[], length: number): ExchangeRow[] {
  return Array.from({ length }, (_, at) => at).flatMap((at) => {
    const row = rows[at % rows.length];
    return row === undefined ? [] : [{ ...row, number: 100_000 + at }];
  });
}
