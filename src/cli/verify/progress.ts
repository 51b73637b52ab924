/** Shows the progress of a run: as a live line on a terminal, as lines at intervals in a log. */
import type { RunEvent } from '../../harness/evidence/index.ts';
import { estimateRequests, planRun } from '../../harness/plan/index.ts';
import type { Section } from '../../harness/suite/index.ts';
import { formatCount } from '../../report/wording/index.ts';
import { createLiveLine, type Shell } from '../shell/index.ts';
import { describeDuration } from '../target/index.ts';
import type { VerifySettings } from './verify-settings.ts';

const logInterval = 10_000;

/**
 * Shows the progress of a run on stderr. Prints nothing with `--quiet`.
 * @param describeStart returns a sentence to print before the first case
 */
export function createProgress(shell: Shell, describeStart: () => string | undefined) {
  const state = {
    section: '',
    requests: 0,
    drifts: 0,
    cases: 0,
    startedCases: 0,
    exploring: '',
    cleanup: '',
  };
  const liveLine = createLiveLine(shell);
  const logLines = createLogLines(shell, state);
  return {
    onEvent: (event: RunEvent): void => {
      // Nothing is printed before the first case, because the service may not respond at all.
      const isStart = event.type === 'asking' && state.startedCases === 0;
      const sentence = isStart && !shell.errTerminal.quiet && describeStart();
      if (sentence) shell.err(`${sentence}\n`);
      updateState(state, event);
      liveLine.show(describeState(state));
      if (event.type === 'cleaning') logLines.writeNow();
    },
    end: (): void => {
      liveLine.end();
      logLines.end();
    },
  };
}

/** Returns a sentence about the duration of a long run; undefined for a short one. */
export function describeExpectedDuration(
  suite: readonly Section[],
  settings: VerifySettings,
): string | undefined {
  const { rate } = settings;
  const requests = estimateRequests(planRun(suite, settings), settings);
  if (rate === undefined || requests / rate <= 10) return undefined;
  return `This run takes ${describeDuration(requests, rate)} (--rate).`;
}

/** Writes lines at intervals if there is no live line. Short runs write none. */
function createLogLines({ err, errTerminal }: Shell, state: ProgressState) {
  if (errTerminal.isTerminal || errTerminal.quiet)
    return { writeNow: () => undefined, end: () => undefined };
  const startedAt = performance.now();
  const seconds = (): number => Math.round((performance.now() - startedAt) / 1000);
  const write = (): void => {
    if (state.requests > 0) err(`${String(seconds()).padStart(4)} s  ${describeState(state)}\n`);
  };
  const timer = setInterval(write, logInterval);
  return {
    writeNow: () => {
      if (seconds() * 1000 >= logInterval) write();
    },
    end: () => clearInterval(timer),
  };
}

function describeState(state: ProgressState): string {
  const drifts = formatCount(state.drifts, 'drift');
  const position =
    state.cleanup ||
    state.exploring ||
    `${state.startedCases}/${state.cases} cases  ${state.section}`;
  return `${state.requests} requests  ${drifts}  ${position}`;
}

function describeCleanup(books: number): string {
  if (books === 0) return 'looking for books of creates without a response';
  return `removing ${formatCount(books, 'book')}`;
}

interface ProgressState {
  section: string;
  requests: number;
  drifts: number;
  cases: number;
  startedCases: number;
  /** What exploring has reached so far; empty before it starts, and after it. */
  exploring: string;
  cleanup: string;
}

function updateState(state: ProgressState, event: RunEvent): void {
  switch (event.type) {
    case 'planned':
      state.cases = event.cases;
      break;
    case 'asking':
      state.exploring = '';
      state.section = event.section;
      state.startedCases += 1;
      break;
    case 'exploring':
      state.exploring = `${formatCount(event.situations, 'situation')} explored, ${event.perMinute} a minute`;
      break;
    case 'exchanged':
      state.requests += 1;
      break;
    case 'found':
      if (event.finding.verdict === 'drifts') state.drifts += 1;
      break;
    case 'cleaning':
      state.cleanup = `${describeCleanup(event.books)} in at most ${event.budget / 1000} s`;
      break;
    case 'ended':
      break;
  }
}
