/** Judges a program by a story: compares what it left and what it reported with the calm run. */
import type { CallerFinding } from '../traffic/caller-rules/index.ts';
import { compareStates, type Difference, type Volatile } from './compare-states.ts';
import type { EndState } from './end-state.ts';
import type { PlayedCall } from './played-call.ts';
import type { CommandRun } from './run-command.ts';

export const storyVerdicts = ['harmed', 'hung', 'gave up', 'survived', 'not reached'] as const;

/** The result of a story; the words are explained in the guide. */
export type StoryVerdict = (typeof storyVerdicts)[number];

/** One run of the program, and what it left in the sandbox. */
export interface Played {
  readonly run: CommandRun;
  readonly state: EndState;
  readonly calls: readonly PlayedCall[];
  readonly brokenRules: readonly CallerFinding[];
  /** The books of other programs that the story added, as they were then. */
  readonly addedBooks: EndState;
}

/** The run without trouble that the others are compared with. */
export interface CalmRun extends Played {
  readonly volatile: Volatile;
}

export interface Judgement {
  readonly verdict: StoryVerdict;
  /** What went wrong, in words; empty unless the program was harmed or hung. */
  readonly reasons: readonly string[];
}

/**
 * Judges a story by its first run.
 * @returns `stopped` if only a second, calm run can decide
 */
export function judgeFirstRun(calm: CalmRun, played: Played): Judgement | 'stopped' {
  const { run, calls } = played;
  if (!calls.some(({ isTroubled }) => isTroubled)) return { verdict: 'not reached', reasons: [] };
  const differences = compareWithCalm(calm, played);
  if (run.isHung) return { verdict: 'hung', reasons: describe(differences.filter(isWrong)) };
  const broken = describeBrokenRules(calm, played);
  if (run.exitCode !== calm.run.exitCode) {
    const wrong = [...describe(differences.filter(isWrong)), ...broken];
    return wrong.length > 0 ? { verdict: 'harmed', reasons: wrong } : 'stopped';
  }
  const unread = findUnread(calm, played);
  const reasons = [...describe(differences), ...unread, ...broken];
  return { verdict: reasons.length > 0 ? 'harmed' : 'survived', reasons };
}

/** Judges a program that stopped by running it again, without trouble. */
export function judgeSecondRun(calm: CalmRun, again: Played): Judgement {
  const { run } = again;
  const left = describe(compareWithCalm(calm, again));
  if (run.isHung)
    return { verdict: 'harmed', reasons: ['when run again, it did not end', ...left] };
  const failed = run.exitCode === calm.run.exitCode ? [] : [`it fails again, ${describeExit(run)}`];
  const reasons = [...failed, ...left].map((words) => `when run again: ${words}`);
  return { verdict: reasons.length > 0 ? 'harmed' : 'gave up', reasons };
}

function compareWithCalm({ state, volatile }: CalmRun, played: Played): Difference[] {
  return compareStates([...state, ...played.addedBooks], played.state, volatile);
}

/** Describes the end of a run, such as `with exit code 1`. */
export function describeExit({ exitCode, isHung }: CommandRun): string {
  if (isHung) return 'ended after the time limit';
  return exitCode === null ? 'ended by a signal' : `with exit code ${exitCode}`;
}

function isWrong(difference: Difference): boolean {
  return difference.isWrong;
}

function describe(differences: readonly Difference[]): string[] {
  return differences.map(({ words }) => words);
}

/** The rule whose breach harms the account, whatever the program left. Reports name breaches of the others. */
const harmfulRule = 'caller.keeps-key-from-storage';

function describeBrokenRules(calm: CalmRun, played: Played): string[] {
  const isHarmful = (finding: CallerFinding) => finding.requirement === harmfulRule;
  if (calm.brokenRules.some(isHarmful)) return [];
  return describeFindings(played.brokenRules.filter(isHarmful));
}

/** Describes rules for callers that a run broke: the call, what it did, what was expected, and the id of the rule. */
export function describeFindings(findings: readonly CallerFinding[]): string[] {
  const lines = findings.map(
    ({ exchange, actual, expected, requirement }) =>
      `call ${exchange}: ${actual}; expected ${expected} (${requirement})`,
  );
  return [...new Set(lines)];
}

/** Returns what a program that only reads did not read, although it reported success. */
function findUnread(calm: CalmRun, { calls }: Played): string[] {
  if (calm.calls.some(({ method }) => method !== 'GET')) return [];
  const operations = new Set(calm.calls.filter(isReceived).map(({ operation }) => operation));
  const unread = [...operations].filter(
    (operation) => !calls.some((call) => call.operation === operation && isReceived(call)),
  );
  const reachedEnd = calm.calls.some(({ isLastPage }) => isLastPage === true);
  const stoppedShort = reachedEnd && !calls.some(({ isLastPage }) => isLastPage === true);
  return [
    ...unread.map((operation) => `no response to ${operation} arrived`),
    ...(stoppedShort && !unread.includes('listBooks') ? ['the list was not read to its end'] : []),
  ];
}

function isReceived({ status }: PlayedCall): boolean {
  return status !== undefined && status < 300;
}
