/** `bookdist report compare`: two reports read, compared and told. */
import { join } from 'node:path';
import { compareReports } from '../report/compare.ts';
import { comparisonSummary } from '../report/terminal-over-time.ts';
import { prepareFolder, writeRecord } from './out-folder.ts';
import { readReport } from './report-files.ts';
import type { CompareFlags } from './report.ts';
import type { Shell } from './shell.ts';

/** Returns 1 when the second report has a drift that the first one would have shown. */
export async function compareFiles(
  [old, fresh]: readonly [string, string],
  { out }: CompareFlags,
  shell: Shell,
): Promise<number> {
  if (out !== undefined) await prepareFolder(out);
  const comparison = compareReports(await readReport(old), await readReport(fresh));
  if (out !== undefined) await writeRecord(join(out, 'compare.json'), comparison);
  shell.out(comparisonSummary(comparison, shell.outTerminal));
  return comparison.fresh.some(({ verdict }) => verdict === 'drifts') ? 1 : 0;
}
