/** Plays one story: serves its sandbox, runs the program, and judges what it left. */
import { cp, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import {
  judgeFirstRun,
  judgeSecondRun,
  type CalmRun,
  type Judgement,
  type Played,
} from './judge-story.ts';
import { runCommand } from './run-command.ts';
import { serveStory, type StoryServer, type StoryServerOptions } from './serve-story.ts';
import { getDelaySeconds, type Story } from './story.ts';

/** The program, and how it is run. */
export interface Program {
  /** Its arguments may contain `{url}`, `{key}` and `{dir}`. */
  readonly command: readonly string[];
  /** Further variables, with the same placeholders. */
  readonly variables: Readonly<Record<string, string>>;
  /** The folder of which each run gets a copy, in which it starts; the current folder without a copy unless given. */
  readonly copyFolder?: string | undefined;
  readonly addBooks?: StoryServerOptions['addBooks'];
  /** The folder for the temporary files of all runs. */
  readonly temporaryFolder: string;
}

export interface StoryResult extends Judgement {
  readonly story: Story;
  readonly played: Played;
  /** The second run, which shows whether the program can complete its work. */
  readonly again?: Played;
}

export interface PlayOptions {
  readonly program: Program;
  /** Without the delays of the story. */
  readonly limitMs: number;
  /** Ends the program and the sandbox early. */
  readonly signal: AbortSignal;
  readonly fault?: StoryServerOptions['fault'];
  readonly calmState?: StoryServerOptions['calmState'];
}

/** The story without trouble. */
export const calmStory: Story = { name: 'calm', says: 'Nothing goes wrong.', troubles: [] };

/** Plays a story and judges the program. */
export async function playStory(
  story: Story,
  calm: CalmRun,
  options: PlayOptions,
): Promise<StoryResult> {
  const standard = story.start?.ranBefore === true ? await playTwice(story, calm, options) : calm;
  return withStory(story, { ...options, calmState: calm.state }, async (play, server) => {
    if (standard !== calm) {
      await play();
      server.setCalm(false);
    }
    const played = await play();
    const judgement = judgeFirstRun(standard, played);
    if (judgement !== 'stopped') return { story, played, ...judgement };
    server.setCalm(true);
    const again = await play();
    return { story, played, again, ...judgeSecondRun(standard, again) };
  });
}

/** Returns the standard for a story of a second run: a second run without trouble, which may add books or files. */
async function playTwice(story: Story, calm: CalmRun, options: PlayOptions): Promise<CalmRun> {
  return withStory(story, options, async (play, server) => {
    await play();
    server.setCalm(true);
    return { ...calm, ...(await play()) };
  });
}

/** Runs the program without trouble, or with a fault of the service. */
export async function playCalmly(options: PlayOptions): Promise<Played> {
  return withStory(calmStory, options, async (play) => play());
}

type Play = () => Promise<Played>;

async function withStory<Result>(
  story: Story,
  options: PlayOptions,
  task: (play: Play, server: StoryServer) => Promise<Result>,
): Promise<Result> {
  const { program, fault, signal } = options;
  const { addBooks, copyFolder, temporaryFolder } = program;
  const folder = await mkdtemp(join(temporaryFolder, `${story.name}-`));
  const workFolder = copyFolder === undefined ? undefined : join(folder, 'copy');
  if (copyFolder !== undefined && workFolder !== undefined) {
    await cp(copyFolder, workFolder, { recursive: true, verbatimSymlinks: true });
  }
  const { calmState } = options;
  const server = await serveStory(story, {
    addBooks,
    calmState,
    ...(fault !== undefined && { fault }),
  });
  const limitMs = options.limitMs + getDelaySeconds(story) * 1000;
  const settings = { ...fillPlaceholders(program, server, folder), folder: workFolder, limitMs };
  const play: Play = async () => {
    const run = await runCommand({ ...settings, signal });
    const { calls, brokenRules } = server.recorder();
    const state = await server.readState();
    return {
      run,
      state,
      calls: calls(),
      brokenRules: brokenRules(run.exitCode === 0),
      addedBooks: server.addedBooks(),
    };
  };
  try {
    return await task(play, server);
  } finally {
    await server.close();
  }
}

/** Returns the command and the variables of a run, with the address and the key of its sandbox. */
function fillPlaceholders(
  { command, variables }: Program,
  { url, key }: Pick<StoryServer, 'url' | 'key'>,
  folder: string,
) {
  const values: Readonly<Record<string, string>> = { url, key, dir: folder };
  const fill = (text: string): string =>
    text.replaceAll(/\{(url|key|dir)\}/g, (whole, name: string) => values[name] ?? whole);
  const ownVariables = { DISTRIBUTION_URL: url, DISTRIBUTION_API_KEY: key, TMPDIR: folder };
  const filled = Object.entries(variables).map(([name, text]) => [name, fill(text)] as const);
  return {
    command: command.map(fill),
    variables: { ...ownVariables, ...Object.fromEntries(filled) },
  };
}
