/** Plays the calm run and then all stories, several at once. */
import type { CallerFinding } from '../traffic/caller-rules/index.ts';
import { compareStates, findVolatile } from './compare-states.ts';
import { describeExit, type CalmRun, type Played } from './judge-story.ts';
import { playCalmly, playStory, type PlayOptions, type StoryResult } from './play-story.ts';
import type { Story } from './story.ts';

/** Thrown if the calm run cannot be the standard for the others. */
export class NoStandard extends Error {
  override readonly name = 'NoStandard';
}

/** Milliseconds that the calm run may take unless --limit says otherwise. */
export const calmLimitMs = 600_000;

/** Milliseconds for retries, in addition to a multiple of the calm run. */
const retryMs = 60_000;

/** Returns the time that a program gets in a story, without the delays of the story itself. */
export function chooseLimit(calm: Played): number {
  return retryMs + 5 * calm.run.tookMs;
}

/**
 * Runs the program twice without trouble. Values in which the two runs differ are not compared later.
 * @throws NoStandard if it fails, makes no call, or does not do the same twice
 */
export async function playCalmRun(options: PlayOptions): Promise<CalmRun> {
  const [first, second] = await Promise.all([playCalmly(options), playCalmly(options)]);
  options.signal.throwIfAborted();
  for (const played of [first, second]) {
    if (played.run.exitCode === 0) continue;
    throw new NoStandard(
      `Without any trouble the command ended ${describeExit(played.run)}; it must end with 0. Its last output:\n${played.run.output.trimEnd()}`,
    );
  }
  if (first.calls.length === 0) {
    throw new NoStandard(
      'The command made no call to the sandbox. It must call the address in DISTRIBUTION_URL; --env NAME={url} sets another variable, and {url} in its arguments is replaced.',
    );
  }
  const volatile = findVolatile(first.state, second.state);
  const [difference] = compareStates(first.state, second.state, volatile);
  if (difference !== undefined) {
    throw new NoStandard(`Two runs without trouble left different books: ${difference.words}.`);
  }
  return { ...first, volatile };
}

export interface StoriesOptions extends PlayOptions {
  /** How many stories are played at once. */
  readonly jobs: number;
  readonly onResult: (result: StoryResult) => void;
}

/** Plays stories, and returns their results in the order of the stories; those that were interrupted are absent. */
export async function playStories(
  stories: readonly Story[],
  calm: CalmRun,
  options: StoriesOptions,
): Promise<readonly StoryResult[]> {
  return runPool(stories, options, async (story) => {
    const result = await playStory(story, calm, options);
    if (!options.signal.aborted) options.onResult(result);
    return result;
  });
}

/**
 * Runs a task for each item, several at once, and returns the results in the order of the items. After an
 * interrupt it starts no task, and leaves out the results of those that were running.
 */
export async function runPool<Item, Result>(
  items: readonly Item[],
  { jobs, signal }: Pick<StoriesOptions, 'jobs' | 'signal'>,
  run: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>();
  const queue = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of queue) {
      if (signal.aborted) return;
      const result = await run(item);
      if (!signal.aborted) results.set(index, result);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return [...results].toSorted(([a], [b]) => a - b).map(([, result]) => result);
}

/** Returns the rules for callers that the calm run broke, each once. */
export function listBrokenRules({ brokenRules }: Played): readonly CallerFinding[] {
  const byId = new Map(brokenRules.toReversed().map((finding) => [finding.requirement, finding]));
  return [...byId.values()];
}
