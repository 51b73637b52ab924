/** Shows, compares and converts saved reports. */
import { dirname, join } from 'node:path';
import { compareReports, type Comparison } from '../../report/baseline/index.ts';
import { renderComparisonPage } from '../../report/page/index.ts';
import { collectEvidence, type Report } from '../../report/record/index.ts';
import { formatComparison, formatTerminalSummary } from '../../report/terminal/index.ts';
import type { FormatFlags } from '../options.ts';
import { chooseFormats, printSummary, readReport, writeFormats } from '../output/index.ts';
import { prepareFolder, type Shell, writeRecord, writeText, WrongUsage } from '../shell/index.ts';

/** Prints the summary of a report, in full or on one screen. Returns the exit code of its run. */
export async function showReport(file: string, full: boolean, shell: Shell): Promise<number> {
  const report = await readReport(file);
  const terminal = { ...shell.outTerminal, ...(full && { height: undefined }) };
  shell.out(formatTerminalSummary(report, { ...terminal, file, reportFile: file }));
  return report.exitCode;
}

/**
 * Compares each report with the one before it.
 * @returns 1 if a report has a drift that the previous report would have shown
 */
export async function compareFiles(
  files: readonly string[],
  out: string | undefined,
  shell: Shell,
): Promise<number> {
  if (files.length < 2)
    throw new WrongUsage('compare takes two reports or more, the oldest first.');
  if (out !== undefined) await prepareFolder(out);
  const reports = await Promise.all(files.map(readReport));
  const comparisons = reports.flatMap((report, index) => {
    const next = reports[index + 1];
    return next ? [compareReports(report, next)] : [];
  });
  if (out !== undefined) await writeComparison(out, comparisons, reports);
  for (const comparison of comparisons) shell.out(formatComparison(comparison, shell.outTerminal));
  const newRows = comparisons.flatMap(({ fresh }) => fresh);
  return newRows.some(({ verdict }) => verdict === 'drifts') ? 1 : 0;
}

/** Writes compare.json and compare.html. Two reports give one comparison; more give a list of comparisons. */
export async function writeComparison(
  out: string,
  comparisons: readonly Comparison[],
  reports: readonly Report[],
): Promise<void> {
  const record = comparisons.length === 1 ? comparisons[0] : comparisons;
  await writeRecord(join(out, 'compare.json'), record);
  await writeText(join(out, 'compare.html'), renderComparisonPage(reports));
}

/**
 * Writes a report in other formats. The report itself is not written again.
 * @returns the exit code of its run
 */
export async function convertFile(
  file: string,
  { out = dirname(file), ...flags }: FormatFlags & { readonly out?: string },
  shell: Shell,
): Promise<number> {
  const formats = chooseFormats(flags, shell.environment);
  const report = await readReport(file);
  await prepareFolder(out);
  const files = formats.files.filter((name) => name !== 'json');
  const exchanges = { rows: () => collectEvidence(report), omittedCount: 0 };
  await writeFormats({ report, exchanges }, { ...formats, files }, out);
  const { github, agent } = formats;
  await printSummary(report, { shell, github, agent, file, reportFile: file });
  return report.exitCode;
}
