/** Chooses the formats of a report and writes them, with annotations for GitHub. */
import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  writeAnnotations,
  formats,
  markdownSummary,
  type FormatInput,
  type FormatName,
  formatNames,
  isFormatName,
} from '../../report/formats/index.ts';
import type { Report } from '../../report/record/index.ts';
import { terminalSummary } from '../../report/terminal/index.ts';
import {
  messageOf,
  type Shell,
  writeText,
  type Environment,
  suggest,
  WrongUsage,
} from '../shell/index.ts';
import type { FormatFlags } from '../options/index.ts';

/**
 * Writes the chosen files into a folder.
 * @returns the file to show to the user: the page, or else the first; undefined if none was chosen
 * @throws CannotDo when the file system refuses
 */
export async function writeFormats(
  input: FormatInput,
  { files }: ChosenFormats,
  out: string,
): Promise<string | undefined> {
  for (const name of files) {
    const { file, write } = formats[name];
    await writeText(join(out, file), await write(input));
  }
  const mainFormat = files.find((name) => name === 'html') ?? files[0];
  return mainFormat && join(out, formats[mainFormat].file);
}

export interface SummaryOptions {
  readonly github: boolean;
  readonly shell: Shell;
  /** The path of the report, relative to the current folder. */
  readonly file: string | undefined;
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
  shell.out(disableWorkflowCommands(summary));
  shell.out(writeAnnotations(report));
  const page = shell.environment.github?.stepSummary;
  if (page !== undefined) await appendSummary(page, markdownSummary(report), shell);
}

/** Disables workflow commands in a text, because a service could have sent one. */
function disableWorkflowCommands(text: string): string {
  const marker = randomUUID();
  return `::stop-commands::${marker}\n${text}::${marker}::\n`;
}

/** A failure here does not change the verdict. */
async function appendSummary(file: string, text: string, shell: Shell): Promise<void> {
  try {
    await appendFile(file, text);
  } catch (error) {
    shell.err(`bookdist: the summary for the job could not be written: ${messageOf(error)}.\n`);
  }
}

export interface ChosenFormats {
  readonly files: readonly FormatName[];
  readonly github: boolean;
  readonly bodies: boolean;
}

/**
 * Returns the requested formats, or every format that is a file.
 * @throws WrongUsage for an unknown name
 */
export function chooseFormats(flags: FormatFlags, environment: Environment): ChosenFormats {
  const bodies = flags.bodies !== false;
  const requested = flags.format;
  if (requested === undefined) {
    return { files: formatNames, github: environment.github !== undefined, bodies };
  }
  const known = [...formatNames, 'github'];
  const unknown = requested.find((name) => !known.includes(name));
  if (unknown !== undefined || requested.length === 0) {
    const invalidName = unknown ?? '';
    throw new WrongUsage(
      `--format takes ${known.join(', ')}, not "${invalidName}".${suggest(invalidName, known)}`,
    );
  }
  const files = requested.filter(isFormatName);
  return { files: [...new Set(files)], github: requested.includes('github'), bodies };
}
