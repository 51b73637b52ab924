/** Plays the stories for a program and writes the reports, or serves one story for people who play it by hand. */
import { readFile } from 'node:fs/promises';
import { InvalidYaml } from '../../contract/yaml-file.ts';
import {
  formatCallerSummary,
  readStoryFile,
  runCaller,
  stories as builtInStories,
  type CallerReport,
  type Story,
  formatCalls,
  serveStory,
} from '../../caller/index.ts';
import { createRedactor } from '../../report/redact.ts';
import { formatCount, toPlainText } from '../../report/wording/index.ts';
import { addSeedBooks } from '../sandbox/seed-books.ts';
import {
  createLiveLine,
  getErrorMessage,
  listenForInterrupt,
  prepareFolder,
  readOrWrongUsage,
  suggest,
  WrongUsage,
  type Shell,
  CannotDo,
} from '../shell/index.ts';
import {
  chooseFormats,
  defaultJobs,
  explainFailure,
  listReplayWords,
  reportCalmRun,
  storyFiles,
  writeReports,
} from './caller-output.ts';
import type { CallerFlags, CommandProgram } from './caller-flags.ts';
import { playFaults } from './play-faults.ts';

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
  const output = { formats: chooseFormats(flags.format), out: flags.out };
  await prepareFolder(flags.out);
  if (flags.faults === true) {
    return playFaults(createProgram(command, flags, shell), { flags, output, shell });
  }
  const chosen = flags.only?.map((name) => findStory(name, stories)) ?? stories;
  const report = await playAll(
    { stories: chosen, program: createProgram(command, flags, shell) },
    flags,
    shell,
  );
  if (report === undefined) return 130;
  const file = await writeReports(storyFiles, report, output);
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
  const hint = suggest(
    name,
    stories.map((candidate) => candidate.name),
  );
  throw new WrongUsage(
    `There is no story "${name}".${hint} bookdist caller --list prints them all.`,
  );
}

function createProgram(
  command: readonly string[],
  flags: CallerFlags,
  shell: Shell,
): CommandProgram {
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

/** Returns undefined if the calm run was interrupted. */
async function playAll(
  { stories, program }: { readonly stories: readonly Story[]; readonly program: CommandProgram },
  flags: CallerFlags,
  shell: Shell,
): Promise<CallerReport | undefined> {
  const interrupt = listenForInterrupt(shell, 'Ending the program and all its processes.');
  const live = createLiveLine(shell);
  const { key, secondKey } = shell.environment;
  let played = 0;
  live.show('Calm run');
  try {
    return await runCaller({
      stories,
      program,
      jobs: flags.jobs ?? defaultJobs(),
      limitMs: flags.limit,
      minReached: flags.minReached ?? Math.min(defaultMinReached, stories.length),
      bookdist: listReplayWords(flags, shell),
      signal: interrupt.signal,
      redactor: createRedactor([key, secondKey]),
      onCalm: (calm) => {
        live.end();
        reportCalmRun(calm, flags, shell);
      },
      onResult: ({ story, verdict }) => {
        played += 1;
        live.show(
          `${played} of ${formatCount(stories.length, 'story', 'stories')}  ${story.name}: ${verdict}`,
        );
      },
    });
  } catch (error) {
    if (interrupt.signal.aborted) return undefined;
    throw explainFailure(error);
  } finally {
    live.end();
    interrupt.release();
  }
}

/** Returns the exit code, which is 0. */
async function serveByHand(story: Story, flags: CallerFlags, shell: Shell): Promise<number> {
  const { port, seed } = flags;
  const server = await serveStory(story, {
    port,
    onCall: (call) => {
      const [line = ''] = formatCalls([call]);
      shell.err(`${toPlainText(line)}\n`);
    },
    ...(seed !== undefined && { addBooks: async (sandbox) => addSeedBooks(seed, sandbox, shell) }),
  }).catch((error: unknown) => {
    throw new CannotDo(
      `The story cannot be served: ${getErrorMessage(error)}. Choose a port with --port; 0 takes any free one.`,
    );
  });
  const ranBefore = story.start?.ranBefore === true;
  const release = ranBefore ? shell.onEnter(() => server.setCalm(false)) : undefined;
  const interrupt = listenForInterrupt(shell, 'Stopping.');
  shell.out(
    [
      `story     ${story.name}: ${story.says}`,
      `sandbox   ${server.url}`,
      `key       ${server.key}`,
      ...(ranBefore
        ? ['Run the program once, then press Enter: its next run gets the trouble.']
        : []),
      'Ctrl-C stops it. Start it again to play the story again.',
      '',
    ].join('\n'),
  );
  await interrupt.interrupted;
  release?.();
  await server.close();
  interrupt.release();
  return 0;
}
