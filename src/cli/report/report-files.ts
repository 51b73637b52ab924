/** Reports as files: shown, joined, compared and converted. */
import { dirname, join, relative } from 'node:path';
import { compareReports, compareWithEarlier } from '../../report/baseline/index.ts';
import { mergeReports, NotMergeable } from '../../report/merge/index.ts';
import { comparePage } from '../../report/page/index.ts';
import { evidenceIn, heldTo, type MinProven, type Report } from '../../report/record/index.ts';
import { comparisonSummary, terminalSummary } from '../../report/terminal/index.ts';
import type { FormatFlags, MemoryFlags } from '../options/index.ts';
import {
  chooseFormats,
  keep,
  printSummary,
  readEarlierRuns,
  readReport,
  writeFormats,
} from '../output/index.ts';
import { prepareFolder, type Shell, writeRecord, writeText, WrongUsage } from '../shell/index.ts';

/** The options of `bookdist report merge` as commander parsed them. */
export interface MergeFlags extends MemoryFlags {
  readonly out: string;
  readonly minProven?: MinProven;
}

/** Prints the summary of a report, in full or on one screen. Returns the exit code of its run. */
export async function showReport(file: string, full: boolean, shell: Shell): Promise<number> {
  const report = await readReport(file);
  const { height } = shell.outTerminal;
  const screen = { ...shell.outTerminal, height: full ? undefined : height };
  shell.out(terminalSummary(report, { ...screen, file, record: file }));
  return report.exitCode;
}

/** Joins reports into `<out>/report.json`. Returns the exit code of the whole. */
export async function mergeFiles(
  files: readonly string[],
  { out, minProven, ...memory }: MergeFlags,
  shell: Shell,
): Promise<number> {
  await prepareFolder(out);
  const recalled = await readEarlierRuns(memory);
  const reports = files.map(async (file) => rooted(await readReport(file), file, out));
  const held = compareWithEarlier(merged(await Promise.all(reports)), recalled);
  const report = heldTo(held, minProven);
  const file = join(out, 'report.json');
  await writeRecord(file, report);
  await keep(report, recalled, { out, shell });
  shell.out(terminalSummary(report, { ...shell.outTerminal, file, record: file }));
  return report.exitCode;
}

function merged(reports: readonly Report[]): Report {
  try {
    return mergeReports(reports);
  } catch (error) {
    throw error instanceof NotMergeable ? new WrongUsage(error.message) : error;
  }
}

/** The scripts are not moved, so their paths are relative to the folder of the new report. */
function rooted(report: Report, file: string, out: string): Report {
  const findings = report.findings.map((row) =>
    row.script === undefined
      ? row
      : { ...row, script: relative(out, join(dirname(file), row.script)) },
  );
  return { ...report, findings };
}

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

/**
 * Converts one report; the report itself is not written again.
 * @returns the exit code of its run
 */
export async function convertFile(
  file: string,
  { out = dirname(file), ...flags }: FormatFlags & { readonly out?: string },
  shell: Shell,
): Promise<number> {
  const chosen = chooseFormats(flags, shell.environment);
  const report = await readReport(file);
  await prepareFolder(out);
  const files = chosen.files.filter((name) => name !== 'json');
  const exchanges = { rows: () => evidenceIn(report), beyond: 0 };
  await writeFormats({ report, exchanges }, { ...chosen, files }, out);
  await printSummary(report, { shell, github: chosen.github, file, record: file });
  return report.exitCode;
}
