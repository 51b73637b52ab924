/** Prints the calm run, and writes the reports of a caller run. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { requirement } from '../../contract/requirements.ts';
import {
  CannotStart,
  listBrokenRules,
  NoStandard,
  renderCallerPage,
  writeCallerJunit,
  writeCallerMarkdown,
  type CallerReport,
  type CalmRun,
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
  suggest,
  WrongUsage,
  writeText,
  type Shell,
} from '../shell/index.ts';
import type { CallerFlags } from './caller-flags.ts';

const reportFiles = {
  json: {
    file: 'caller.json',
    write: (report: CallerReport) => `${JSON.stringify(report, null, 2)}\n`,
  },
  html: { file: 'caller.html', write: renderCallerPage },
  junit: { file: 'caller-junit.xml', write: writeCallerJunit },
  markdown: { file: 'caller.md', write: writeCallerMarkdown },
} as const;

type CallerFormat = keyof typeof reportFiles;

const formatNames: readonly string[] = Object.keys(reportFiles);

function isFormat(name: string): name is CallerFormat {
  return Object.hasOwn(reportFiles, name);
}

/**
 * Returns the formats of --format, or all.
 * @throws WrongUsage for an unknown format
 */
export function chooseFormats(names: readonly string[] = formatNames): readonly CallerFormat[] {
  const unknown = names.find((name) => !isFormat(name));
  if (unknown === undefined) return names.filter(isFormat);
  throw new WrongUsage(
    `--format takes ${formatNames.join(', ')}, not "${unknown}".${suggest(unknown, formatNames)}`,
  );
}

/**
 * Writes the chosen files.
 * @returns the file to show to the user
 * @throws CannotDo if a file cannot be written
 */
export async function writeReports(
  report: CallerReport,
  formats: readonly CallerFormat[],
  out: string,
): Promise<string | undefined> {
  for (const name of formats) {
    const { file, write } = reportFiles[name];
    await writeText(join(out, file), write(report));
  }
  const main = formats.includes('html') ? 'html' : formats[0];
  return main && join(out, reportFiles[main].file);
}

/**
 * Prints what the calm run did.
 * @throws CannotDo if it breaks a rule for callers and --keep-going is not set
 */
export function reportCalmRun(calm: CalmRun, { keepGoing }: CallerFlags, { err }: Shell): void {
  const { calls, run, state } = calm;
  err(
    `Calm run: ${formatCount(calls.length, 'call')}, ${formatCount(state.length, 'book')}, ${formatDuration(run.tookMs)}.\n`,
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
