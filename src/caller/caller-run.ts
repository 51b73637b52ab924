/** Runs all stories for a program, from the calm run to the record of the results. */
import type { Redactor } from '../report/redact.ts';
import type { CalmRun } from './judge-story.ts';
import { calmLimitMs, chooseLimit, playCalmRun, playStories } from './play-stories.ts';
import type { Program, StoryResult } from './play-story.ts';
import { createCallerReport, type CallerReport } from './report/index.ts';
import type { Story } from './story.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

export interface CallerRunOptions {
  readonly stories: readonly Story[];
  readonly program: Omit<Program, 'temporaryFolder'>;
  readonly jobs: number;
  /** The time that the program gets in each story; chosen by the calm run unless given. */
  readonly limitMs: number | undefined;
  readonly minReached: number;
  /** The command line of bookdist up to `--`, to play a story again. */
  readonly bookdist: readonly string[];
  readonly signal: AbortSignal;
  readonly redactor: Redactor;
  /** Decides after the calm run whether to go on. */
  readonly onCalm: (calm: CalmRun) => void;
  readonly onResult: (result: StoryResult) => void;
}

/**
 * Plays the calm run and the stories.
 * @throws NoStandard if the calm run cannot be the standard; CannotStart if the command cannot be started
 */
export async function runCaller(options: CallerRunOptions): Promise<CallerReport> {
  return withTemporaryFolder((temporaryFolder) =>
    playAll({ ...options.program, temporaryFolder }, options),
  );
}

async function playAll(program: Program, options: CallerRunOptions): Promise<CallerReport> {
  const { signal, limitMs, jobs, onResult, redactor } = options;
  const startedAt = new Date();
  const tick = performance.now();
  const calm = await playCalmRun({ program, limitMs: limitMs ?? calmLimitMs, signal });
  options.onCalm(calm);
  const results = await playStories(options.stories, calm, {
    program,
    limitMs: limitMs ?? chooseLimit(calm),
    signal,
    jobs,
    onResult,
  });
  const { bookdist, minReached } = options;
  const facts = {
    calm,
    results,
    startedAt,
    tookMs: performance.now() - tick,
    isInterrupted: signal.aborted,
    minReached,
    bookdist,
    command: program.command,
  };
  return createCallerReport(facts, redactor);
}
