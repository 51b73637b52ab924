/** Writes the formats of a report, prints its summary, and decides which earlier reports it may replace. */
import { randomUUID } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import {
  writeAnnotations,
  reportFormats,
  writeFailures,
  writeMarkdown,
  type FormatInput,
  type FormatName,
  formatNames,
  isFormatName,
} from '../../report/formats/index.ts';
import { type ExitCode, type Report, reportFormat } from '../../report/record/index.ts';
import { formatTerminalSummary } from '../../report/terminal/index.ts';
import {
  CannotDo,
  getErrorMessage,
  type Shell,
  writeText,
  type Environment,
  assertFormats,
  WrongUsage,
} from '../shell/index.ts';
import type { FormatFlags } from '../options.ts';
import { isObject } from '../../contract/json-pointer.ts';
import { endedBeforeFirstCase, toPlainText } from '../../report/wording/index.ts';

/**
 * Writes the chosen files into a folder.
 * @returns the file to show to the user: the page, or else the first file; undefined without files
 * @throws CannotDo if a file cannot be written
 */
export async function writeFormats(
  input: FormatInput,
  { files }: ChosenFormats,
  out: string,
): Promise<string | undefined> {
  for (const name of files) {
    const { file, write } = reportFormats[name];
    await writeText(join(out, file), await write(input));
  }
  const main = files.includes('html') ? 'html' : files[0];
  return main && join(out, reportFormats[main].file);
}

/** The main file of a report, or the failure to write its files. */
export interface WrittenFiles {
  readonly file?: string | undefined;
  readonly failure?: CannotDo;
}

/** Writes the files of a report. A failure, such as a full disk, is returned, so that the verdict can be printed first. */
export async function tryToWrite(write: () => Promise<string | undefined>): Promise<WrittenFiles> {
  try {
    return { file: await write() };
  } catch (error) {
    if (error instanceof CannotDo) return { failure: error };
    throw error;
  }
}

/**
 * Prints the summary of a report, and then a failure to write its files.
 * @returns the exit code; a drift keeps its code, also if the files could not be written
 * @throws CannotDo if the files could not be written and nothing drifts
 */
export async function printWritten(
  report: Report,
  { file, failure }: WrittenFiles,
  { formats, out, shell }: Pick<SummaryOptions, 'shell'> & { formats: ChosenFormats; out: string },
): Promise<ExitCode> {
  const hasJson = failure === undefined && formats.files.includes('json');
  await printSummary(report, {
    shell,
    github: formats.github,
    agent: formats.agent,
    file: file && shortenPath(file),
    reportFile: hasJson ? shortenPath(join(out, 'report.json')) : undefined,
  });
  if (failure === undefined) return report.exitCode;
  if (report.exitCode !== 1) throw failure;
  shell.err(`bookdist: ${toPlainText(failure.message)}\n`);
  return report.exitCode;
}

/** Returns the relative path of a file below the current folder, or else its absolute path. */
function shortenPath(file: string): string {
  const relativePath = relative('', file);
  return relativePath.startsWith('..') ? resolve(file) : relativePath;
}

interface SummaryOptions {
  readonly github: boolean;
  /** Prints the failures for programs instead of the summary. */
  readonly agent: boolean;
  readonly shell: Shell;
  /** The path of the report for people, such as the page. */
  readonly file: string | undefined;
  readonly reportFile: string | undefined;
}

/** Prints the summary of a report. For GitHub, also prints annotations and writes the job summary. */
export async function printSummary(
  report: Report,
  { github, agent, shell, file, reportFile }: SummaryOptions,
): Promise<void> {
  if (agent) return shell.out(writeFailures(report));
  const summary = formatTerminalSummary(report, { ...shell.outTerminal, file, reportFile });
  if (!github) return shell.out(summary);
  shell.out(disableWorkflowCommands(summary));
  shell.out(writeAnnotations(report));
  const summaryFile = shell.environment.github?.stepSummary;
  if (summaryFile !== undefined) await appendJobSummary(summaryFile, writeMarkdown(report), shell);
}

/** Disables GitHub's workflow commands in the text, because the service may have sent one. */
function disableWorkflowCommands(text: string): string {
  const marker = randomUUID();
  return `::stop-commands::${marker}\n${text}::${marker}::\n`;
}

/** Writes the job summary. A failure is printed, but does not change the verdict. */
async function appendJobSummary(file: string, text: string, shell: Shell): Promise<void> {
  try {
    await appendFile(file, text);
  } catch (error) {
    const reason = getErrorMessage(error);
    shell.err(`bookdist: the summary for the job could not be written: ${reason}.\n`);
  }
}

export interface ChosenFormats {
  readonly files: readonly FormatName[];
  readonly github: boolean;
  readonly agent: boolean;
  readonly bodies: boolean;
}

/**
 * Returns the formats of --format, or every format that is a file.
 * @throws WrongUsage for an unknown format
 */
export function chooseFormats(flags: FormatFlags, environment: Environment): ChosenFormats {
  const bodies = flags.bodies !== false;
  const { format: names } = flags;
  if (names === undefined)
    return { files: formatNames, github: environment.github !== undefined, agent: false, bodies };
  const allowed = [...formatNames, 'github', 'agent'];
  assertFormats(names, allowed);
  const files = [...new Set(names.filter(isFormatName))];
  return { files, github: names.includes('github'), agent: names.includes('agent'), bodies };
}

/** The formats that a CI job shows. They must always describe its own run. */
const ciFormats: ReadonlySet<FormatName> = new Set(['junit', 'markdown', 'badge']);

/**
 * Chooses the formats that a run writes. If it ended at its first response and the folder has the report of a
 * run that tested something, these are only the formats for CI.
 */
export async function chooseFiles(
  report: Report,
  files: readonly FormatName[],
  out: string,
): Promise<readonly FormatName[]> {
  const lastReport = endedBeforeFirstCase(report) ? await readLastReport(out) : undefined;
  if (lastReport === undefined || endedBeforeFirstCase(lastReport)) return files;
  return files.filter((name) => ciFormats.has(name));
}

/** Reads the report in a folder; undefined if it is missing or unreadable. */
export async function readLastReport(folder: string): Promise<Report | undefined> {
  return readReport(join(folder, 'report.json')).catch(() => undefined);
}

/**
 * Reads a report.
 * @throws WrongUsage if the file is not a report
 */
export async function readReport(file: string): Promise<Report> {
  const content: unknown = await readFile(file, 'utf8')
    .then((text): unknown => JSON.parse(text))
    .catch((error: unknown) => {
      throw new WrongUsage(`${file} cannot be read as a report: ${describeReadError(error)}.`);
    });
  if (isReport(content)) return content;
  throw new WrongUsage(`${file} is not a report of bookdist (${reportFormat}).`);
}

function isReport(value: unknown): value is Report {
  return (
    isObject(value) &&
    value['format'] === reportFormat &&
    ['requirements', 'silences', 'findings', 'operations', 'leftovers'].every((name) =>
      Array.isArray(value[name]),
    ) &&
    ['run', 'target', 'contract', 'summary', 'tool'].every((name) => isObject(value[name]))
  );
}

function describeReadError(error: unknown): string {
  if (error instanceof SyntaxError) return 'it is not JSON';
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
    ? 'there is no such file'
    : String(error);
}
