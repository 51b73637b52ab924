/** Writes a report in the chosen formats, and annotations for GitHub. */
import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { annotations, formats, markdownSummary, type Told } from '../../report/formats/index.ts';
import type { Report } from '../../report/record/index.ts';
import { terminalSummary } from '../../report/terminal/index.ts';
import type { ChosenFormats } from './chosen-formats.ts';
import { type Shell, writeText } from '../shell/index.ts';

/**
 * Writes the chosen files into a folder.
 * @returns the file to show to the user: the page, or else the first; undefined if none was chosen
 * @throws CannotDo when the file system refuses
 */
export async function writeFormats(
  told: Told,
  { files }: ChosenFormats,
  out: string,
): Promise<string | undefined> {
  for (const name of files) {
    const { file, write } = formats[name];
    await writeText(join(out, file), await write(told));
  }
  const named = files.find((name) => name === 'html') ?? files[0];
  return named && join(out, formats[named].file);
}

export interface SummaryOptions {
  readonly github: boolean;
  readonly shell: Shell;
  /** The path of the report, as a user would write it here. */
  readonly file: string | undefined;
  /** Its report.json, where there is one. */
  readonly record: string | undefined;
}

/** Prints the summary of a report; for GitHub its annotations too, and a summary on the page of the job. */
export async function printSummary(
  report: Report,
  { github, shell, file, record }: SummaryOptions,
): Promise<void> {
  const summary = terminalSummary(report, { ...shell.outTerminal, file, record });
  if (!github) {
    shell.out(summary);
    return;
  }
  shell.out(harmless(summary));
  shell.out(annotations(report));
  const page = shell.environment.github?.stepSummary;
  if (page !== undefined) await append(page, markdownSummary(report), shell);
}

/** Text of a service could contain a command to the runner, so commands are disabled in between. */
function harmless(text: string): string {
  const word = randomUUID();
  return `::stop-commands::${word}\n${text}::${word}::\n`;
}

/** The verdict stands without it. */
async function append(file: string, text: string, shell: Shell): Promise<void> {
  try {
    await appendFile(file, text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    shell.err(`bookdist: the summary for the job could not be written: ${why}.\n`);
  }
}
