/** Reports as files: read, shown, joined and written. */
import { dirname, join, relative } from 'node:path';
import { compareWithEarlier } from '../../report/baseline/index.ts';
import { mergeReports, NotMergeable } from '../../report/merge/index.ts';
import { heldTo, type MinProven, type Report } from '../../report/record/index.ts';
import { terminalSummary } from '../../report/terminal/index.ts';
import { prepareFolder, type Shell, writeRecord, WrongUsage } from '../shell/index.ts';
import { keep, readEarlierRuns, readReport } from '../output/index.ts';
import type { MemoryFlags } from '../options/index.ts';

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
