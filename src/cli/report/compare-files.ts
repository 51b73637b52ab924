/** `bookdist report compare`: two reports read, compared and told. */
import { join } from 'node:path';
import { compareReports } from '../../report/baseline/index.ts';
import { comparePage } from '../../report/page/index.ts';
import { comparisonSummary } from '../../report/terminal/index.ts';
import { prepareFolder, type Shell, writeRecord, writeText, WrongUsage } from '../shell/index.ts';
import { readReport } from './report-files.ts';

/** The options of `bookdist report compare` as commander parsed them. */
export interface CompareFlags {
  readonly out?: string;
}

/** Returns 1 when the second report has a drift that the first one would have shown. */
export async function compareFiles(
  files: readonly string[],
  { out }: CompareFlags,
  shell: Shell,
): Promise<number> {
  if (out !== undefined) await prepareFolder(out);
  const reports = await Promise.all(files.map(readReport));
  const [first, second] = reports;
  if (first === undefined || second === undefined)
    throw new WrongUsage('compare takes two reports or more: an old one, then a new one.');
  const comparison = compareReports(first, second);
  if (out !== undefined) {
    await writeRecord(join(out, 'compare.json'), comparison);
    await writeText(join(out, 'compare.html'), comparePage(reports));
  }
  shell.out(comparisonSummary(comparison, shell.outTerminal));
  return comparison.fresh.some(({ verdict }) => verdict === 'drifts') ? 1 : 0;
}
