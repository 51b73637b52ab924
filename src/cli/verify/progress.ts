/** Shows the progress of a run: a live line on a terminal, a plain line at intervals in a log. */
import type { RunEvent } from '../../harness/evidence/index.ts';
import { estimateRequests, planRun } from '../../harness/plan/index.ts';
import type { Section } from '../../harness/suite/index.ts';
import { liveLine, type Shell } from '../shell/index.ts';
import { describeDuration } from '../target/index.ts';
import type { VerifySettings } from './verify-settings.ts';

export interface Progress {
  readonly hear: (event: RunEvent) => void;
  readonly end: () => void;
}

/** Milliseconds between two lines of a log. */
const logPause = 10_000;

/**
 * Makes the progress of a run. It writes to stderr, and nothing with `--quiet`.
 * @param note returns a sentence to print before the first case
 */
export function progressOn(shell: Shell, note: () => string | undefined): Progress {
  const seen: Seen = { section: '', requests: 0, drifts: 0, cases: 0, asked: 0, cleaning: '' };
  const line = liveLine(shell);
  const log = plainLines(shell, () => (seen.requests === 0 ? undefined : describe(seen)));
  let began = false;
  const begin = (): void => {
    if (began) return;
    began = true;
    const sentence = shell.errTerminal.quiet === true ? undefined : note();
    if (sentence !== undefined) shell.err(`${sentence}\n`);
  };
  return {
    hear: (event) => {
      // Before the first case the service may still turn out not to be there.
      if (event.type === 'asking') begin();
      update(seen, event);
      line.show(describe(seen));
      if (event.type === 'cleaning') log.now();
    },
    end: () => {
      line.end();
      log.end();
    },
  };
}

/** Returns a sentence about a run that takes long enough that a person should know; undefined otherwise. */
export function durationNote(
  suite: readonly Section[],
  settings: VerifySettings,
): string | undefined {
  const { rate } = settings;
  const requests = estimateRequests(planRun(suite, settings), settings);
  if (rate === undefined || requests / rate <= 10) return undefined;
  return `This run takes ${describeDuration(requests, rate)} (--rate).`;
}

/** Writes a line at intervals if there is no live line and something to say; short runs write none. */
function plainLines(
  { err, errTerminal }: Shell,
  text: () => string | undefined,
): { readonly now: () => void; readonly end: () => void } {
  if (errTerminal.isTerminal || errTerminal.quiet === true) {
    return { now: () => undefined, end: () => undefined };
  }
  const started = performance.now();
  const seconds = (): number => Math.round((performance.now() - started) / 1000);
  const write = (): void => {
    const line = text();
    if (line !== undefined) err(`${String(seconds()).padStart(4)} s  ${line}\n`);
  };
  const timer = setInterval(write, logPause);
  return {
    now: () => {
      if (seconds() * 1000 >= logPause) write();
    },
    end: () => clearInterval(timer),
  };
}

function describe(seen: Seen): string {
  const drifts = seen.drifts === 1 ? '1 drift' : `${seen.drifts} drifts`;
  const where = seen.cleaning || `${seen.asked}/${seen.cases} cases  ${seen.section}`;
  return `${seen.requests} requests  ${drifts}  ${where}`;
}

function cleaningWords(books: number): string {
  if (books === 0) return 'looking for books of creates without a response';
  return `removing ${books === 1 ? '1 book' : `${books} books`}`;
}

interface Seen {
  section: string;
  requests: number;
  drifts: number;
  cases: number;
  asked: number;
  cleaning: string;
}

function update(seen: Seen, event: RunEvent): void {
  switch (event.type) {
    case 'planned':
      seen.cases = event.cases;
      break;
    case 'asking':
      seen.section = event.section;
      seen.asked += 1;
      break;
    case 'exchanged':
      seen.requests += 1;
      break;
    case 'found':
      if (event.finding.verdict === 'drifts') seen.drifts += 1;
      break;
    case 'cleaning':
      seen.cleaning = `${cleaningWords(event.books)} in at most ${event.budget / 1000} s`;
      break;
    case 'ended':
      break;
  }
}
