/** Prints the calm run, and writes the reports of a caller run. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { requirement } from '../../contract/requirements.ts';
import {
  CannotStart,
  listBrokenRules,
  NoStandard,
  renderFaultsPage,
  writeFaultsJunit,
  writeFaultsMarkdown,
  renderCallerPage,
  writeCallerJunit,
  writeCallerMarkdown,
  type CallerReport,
  type CalmRun,
  type FaultsReport,
} from '../../caller/index.ts';
import {
  formatCount,
  escapeControls,
  formatDuration,
  toPlainText,
} from '../../report/wording/index.ts';
import {
  CannotDo,
  programName,
  assertFormats,
  WrongUsage,
  writeText,
  type Shell,
} from '../shell/index.ts';
import type { CallerFlags } from './caller-flags.ts';

type Write<Report> = (report: Report) => string;

/** How a report is written in each format, into files whose names start with `name`. */
interface ReportFiles<Report> {
  readonly name: string;
  readonly write: Readonly<Record<Exclude<CallerFormat, 'json'>, Write<Report>>>;
}

export const storyFiles: ReportFiles<CallerReport> = {
  name: 'caller',
  write: { html: renderCallerPage, junit: writeCallerJunit, markdown: writeCallerMarkdown },
};

export const faultFiles: ReportFiles<FaultsReport> = {
  name: 'caller-faults',
  write: { html: renderFaultsPage, junit: writeFaultsJunit, markdown: writeFaultsMarkdown },
};

const endings = { json: '.json', html: '.html', junit: '-junit.xml', markdown: '.md' } as const;

type CallerFormat = keyof typeof endings;

const formatNames: readonly string[] = Object.keys(endings);

function isFormat(name: string): name is CallerFormat {
  return Object.hasOwn(endings, name);
}

/**
 * Returns the formats of --format, or all.
 * @throws WrongUsage for an unknown format
 */
export function chooseFormats(names: readonly string[] = formatNames): readonly CallerFormat[] {
  assertFormats(names, formatNames);
  return names.filter(isFormat);
}

/**
 * Writes the chosen files.
 * @returns the file to show to the user
 * @throws CannotDo if a file cannot be written
 */
export async function writeReports<Report>(
  { name, write }: ReportFiles<Report>,
  report: Report,
  { formats, out }: { readonly formats: readonly CallerFormat[]; readonly out: string },
): Promise<string | undefined> {
  const getPath = (format: CallerFormat): string => join(out, name + endings[format]);
  for (const format of formats) {
    const text = format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : write[format](report);
    await writeText(getPath(format), text);
  }
  const main = formats.includes('html') ? 'html' : formats[0];
  return main && getPath(main);
}

/**
 * Prints what the calm run did.
 * @throws CannotDo if it breaks a rule for callers and --keep-going is not set
 */
export function reportCalmRun(calm: CalmRun, { keepGoing }: CallerFlags, { err }: Shell): void {
  const { calls, run, state } = calm;
  const books = state.filter(({ isDeleted }) => !isDeleted);
  err(
    `Calm run: ${formatCount(calls.length, 'call')}, ${formatCount(books.length, 'book')}, ${formatDuration(run.tookMs)}.\n`,
  );
  const broken = listBrokenRules(calm).map(
    ({ requirement: id, exchange, actual, expected }) =>
      `  ${id}  call ${exchange}\n    ${requirement(id).says}\n    expected  ${toPlainText(expected)}\n    actual    ${toPlainText(actual)}`,
  );
  if (broken.length === 0) return;
  const rules = `Even without trouble the program breaks ${formatCount(broken.length, 'rule')} for callers:\n${broken.join('\n')}`;
  if (keepGoing !== true) {
    throw new CannotDo(
      `${rules}\nFix that first, or play the stories all the same with --keep-going.`,
    );
  }
  err(`${rules}\n`);
}

/** Returns the command line up to `--`, without the options that choose stories and outputs. */
export function listReplayWords(flags: CallerFlags, { environment }: Shell): readonly string[] {
  const { env = [], copy, seed, storyFile, keepGoing } = flags;
  return [
    ...programName(environment).split(' '),
    'caller',
    ...env.flatMap((text) => ['--env', text]),
    ...(copy === undefined ? [] : ['--copy', copy]),
    ...(seed === undefined ? [] : ['--seed', seed]),
    ...(storyFile === undefined ? [] : ['--story-file', storyFile]),
    ...(keepGoing === true ? ['--keep-going'] : []),
  ];
}

/** Returns how many runs there are at once: programs mostly wait. */
export function defaultJobs(): number {
  return Math.max(4, 2 * availableParallelism());
}

/** Turns an expected failure of the calm run into an error of the command line. */
export function explainFailure(error: unknown): unknown {
  if (error instanceof NoStandard) return new CannotDo(escapeControls(error.message));
  return error instanceof CannotStart ? new WrongUsage(error.message) : error;
}
