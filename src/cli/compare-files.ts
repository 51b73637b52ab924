/** `bookdist report compare`: two reports read, compared and told. */
import { join } from 'node:path';
import { compareReports } from '../report/compare.ts';
import { comparePage } from '../report/page/compare-page.ts';
import { comparisonSummary } from '../report/terminal-over-time.ts';
import { prepareFolder, writeRecord, writeText } from './out-folder.ts';
import { readReport } from './report-files.ts';
import type { CompareFlags } from './report.ts';
import type { Shell } from './shell.ts';

/** Returns 1 when the second report has a drift that the first one would have shown. */
export async function compareFiles(
  [old, fresh, ...others]: readonly [string, string, ...string[]],
  { out }: CompareFlags,
  shell: Shell,
): Promise<number> {
  if (out !== undefined) await prepareFolder(out);
  const [first, second] = [await readReport(old), await readReport(fresh)];
  const comparison = compareReports(first, second);
  if (out !== undefined) {
    const further = await Promise.all(others.map(readReport));
    await writeRecord(join(out, 'compare.json'), comparison);
    await writeText(join(out, 'compare.html'), comparePage([first, second, ...further]));
  }
  shell.out(comparisonSummary(comparison, shell.outTerminal));
  return comparison.fresh.some(({ verdict }) => verdict === 'drifts') ? 1 : 0;
}
