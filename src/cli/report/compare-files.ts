/** `bookdist report compare`: reads reports, compares each with the one before, and prints what changed. */
import { join } from 'node:path';
import { compareReports } from '../../report/baseline/index.ts';
import { comparePage } from '../../report/page/index.ts';
import { comparisonSummary } from '../../report/terminal/index.ts';
import { readReport } from '../output/index.ts';
import { prepareFolder, type Shell, writeRecord, writeText, WrongUsage } from '../shell/index.ts';

/** The options of `bookdist report compare` as commander parsed them. */
export interface CompareFlags {
  readonly out?: string;
}

/**
 * Compares each report with the one before it.
 * @returns 1 when a report has a drift that the one before it would have shown
 */
export async function compareFiles(
  files: readonly string[],
  { out }: CompareFlags,
  shell: Shell,
): Promise<number> {
  if (files.length < 2)
    throw new WrongUsage('compare takes two reports or more, the oldest first.');
  if (out !== undefined) await prepareFolder(out);
  const reports = await Promise.all(files.map(readReport));
  const comparisons = reports.slice(1).flatMap((report, at) => {
    const before = reports[at];
    return before === undefined ? [] : [compareReports(before, report)];
  });
  if (out !== undefined) {
    // Two reports are one comparison; more are a list of them.
    const record = comparisons.length === 1 ? comparisons[0] : comparisons;
    await writeRecord(join(out, 'compare.json'), record);
    await writeText(join(out, 'compare.html'), comparePage(reports));
  }
  for (const comparison of comparisons) shell.out(comparisonSummary(comparison, shell.outTerminal));
  const fresh = comparisons.flatMap((comparison) => comparison.fresh);
  return fresh.some(({ verdict }) => verdict === 'drifts') ? 1 : 0;
}
