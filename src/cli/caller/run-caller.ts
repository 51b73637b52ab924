/** Plays the stories for a program, shows the progress, and writes the reports. */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { InvalidYaml } from '../../contract/yaml-file.ts';
import { requirement } from '../../contract/requirements.ts';
import {
  CannotStart,
  formatCallerSummary,
  listBrokenRules,
  NoStandard,
  readStoryFile,
  renderCallerPage,
  runCaller,
  serveStory,
  stories as builtInStories,
  writeCallerJunit,
  writeCallerMarkdown,
  type CallerReport,
  type CalmRun,
  type Program,
  type Story,
} from '../../caller/index.ts';
import { createRedactor } from '../../report/redact.ts';
import { quoteForShell } from '../../report/record/index.ts';
import { formatCount, formatDuration, toPlainText } from '../../report/wording/index.ts';
import { addSeedBooks } from '../sandbox/index.ts';
import {
  CannotDo,
  createLiveLine,
  getErrorMessage,
  listenForInterrupt,
  prepareFolder,
  programName,
  readOrWrongUsage,
  suggest,
  WrongUsage,
  writeText,
  type Shell,
} from '../shell/index.ts';

export interface CallerFlags {
  readonly only?: readonly string[];
  readonly list?: boolean;
  readonly serve?: string;
  readonly port: number;
  readonly storyFile?: string;
  readonly env?: readonly string[];
  readonly copy?: string;
  readonly seed?: string;
  readonly jobs?: number;
  /** Milliseconds. */
  readonly limit?: number;
  readonly minReached?: number;
  readonly keepGoing?: boolean;
  readonly out: string;
  readonly format?: readonly string[];
}

/** The fewest reached stories that make a verdict, unless --min-reached or --only says otherwise. */
const defaultMinReached = 5;

/**
 * Runs the command line after its options are parsed.
 * @returns the exit code
 */
export async function runCallerCommand(
  command: readonly string[],
  flags: CallerFlags,
  shell: Shell,
): Promise<number> {
  const stories = await readStories(flags);
  if (flags.list === true) {
    shell.out(stories.map(({ name, says }) => `${name}\n    ${says}\n`).join(''));
    return 0;
  }
  if (flags.serve !== undefined) return serveByHand(findStory(flags.serve, stories), flags, shell);
  if (command.length === 0) {
    throw new WrongUsage(
      'Name the command that runs the program after --, such as bookdist caller -- sh publish.sh.',
    );
  }
  const formats = chooseFormats(flags.format);
  await prepareFolder(flags.out);
  const chosen = flags.only?.map((name) => findStory(name, stories)) ?? stories;
  const report = await playAll(chosen, createProgram(command, flags, shell), flags, shell);
  const file = await writeReports(report, formats, flags.out);
  shell.out(formatCallerSummary(report, { ...shell.outTerminal, file }));
  return report.exitCode;
}

async function readStories({ storyFile }: CallerFlags): Promise<readonly Story[]> {
  if (storyFile === undefined) return builtInStories;
  const text = await readFile(storyFile, 'utf8').catch((error: unknown) => {
    throw new WrongUsage(`--story-file cannot be read: ${getErrorMessage(error)}`);
  });
  const own = readOrWrongUsage(InvalidYaml, () => readStoryFile(text, storyFile));
  return [...builtInStories, ...own];
}

function findStory(name: string, stories: readonly Story[]): Story {
  const story = stories.find((candidate) => candidate.name === name);
  if (story !== undefined) return story;
  const hint = suggest(name, stories.map((candidate) => candidate.name));
  throw new WrongUsage(`There is no story "${name}".${hint} bookdist caller --list prints them all.`);
}

function createProgram(command: readonly string[], flags: CallerFlags, shell: Shell): Program {
  const { env = [], copy, seed } = flags;
  const silentShell = { ...shell, err: () => undefined };
  return {
    command,
    variables: Object.fromEntries(env.map(parseVariable)),
    copyFolder: copy,
    ...(seed !== undefined && {
      addBooks: async (sandbox) => addSeedBooks(seed, sandbox, silentShell),
    }),
  };
}

function parseVariable(text: string): readonly [string, string] {
  const [, name, value] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw new WrongUsage(`--env takes NAME=text, such as API_URL={url}, not "${text}".`);
}

async function playAll(
  stories: readonly Story[],
  program: Program,
  flags: CallerFlags,
  shell: Shell,
): Promise<CallerReport> {
  const interrupt = listenForInterrupt(shell, 'Stopping: the program is being ended.');
  const live = createLiveLine(shell);
  const { key, secondKey } = shell.environment;
  let played = 0;
  live.show('Calm run');
  try {
    return await runCaller({
      stories,
      program,
      jobs: flags.jobs ?? Math.max(4, 2 * availableParallelism()),
      limitMs: flags.limit,
      minReached: flags.minReached ?? Math.min(defaultMinReached, stories.length),
      bookdist: listReplayWords(flags, shell),
      signal: interrupt.signal,
      redactor: createRedactor([key, secondKey]),
      onCalm: (calm) => reportCalmRun(calm, flags, shell),
      onResult: ({ story, verdict }) => {
        played += 1;
        live.show(`${played} of ${formatCount(stories.length, 'story', 'stories')}  ${story.name}: ${verdict}`);
      },
    });
  } catch (error) {
    if (interrupt.signal.aborted) throw new Interrupted();
    if (error instanceof NoStandard) throw new CannotDo(error.message);
    throw error instanceof CannotStart ? new WrongUsage(error.message) : error;
  } finally {
    live.end();
    interrupt.release();
  }
}
