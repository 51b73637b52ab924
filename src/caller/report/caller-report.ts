/** The record of a caller run, from which every format is written. */
import { version } from '../../generated/version.ts';
import type { Redactor } from '../../report/redact.ts';
import { quoteForShell } from '../../report/record/index.ts';
import { formatCount, groupBy } from '../../report/wording/index.ts';
import {
  describeFindings,
  storyVerdicts,
  type CalmRun,
  type Played,
  type StoryVerdict,
} from '../judge-story.ts';
import type { StoryResult } from '../play-story.ts';
import type { PlayedCall } from '../played-call.ts';
import { nameCall } from './troubled-call.ts';

export interface PlayedRow {
  readonly exitCode: number | null;
  readonly tookMs: number;
  readonly calls: readonly PlayedCall[];
  /** The end of what the program wrote. */
  readonly output: string;
}

export interface StoryRow extends PlayedRow {
  readonly name: string;
  readonly says: string;
  readonly verdict: StoryVerdict;
  /** What went wrong, in words. */
  readonly reasons: readonly string[];
  /** The rules for callers that the program broke; they do not decide the verdict. */
  readonly brokenRules: readonly string[];
  /** The second, calm run of a program that stopped. */
  readonly again?: PlayedRow;
  /** The command that plays the story again. */
  readonly replay: string;
  /** The command that serves the story, to play it by hand. */
  readonly serve: string;
}

export interface CallerReport {
  readonly format: 1;
  readonly tool: string;
  readonly command: string;
  readonly startedAt: string;
  readonly tookMs: number;
  readonly exitCode: 0 | 1 | 3 | 130;
  readonly calm: PlayedRow;
  readonly summary: Readonly<Record<StoryVerdict, number>>;
  /** The fewest stories that must be reached. */
  readonly minReached: number;
  readonly stories: readonly StoryRow[];
}

export interface CallerRunFacts {
  readonly calm: CalmRun;
  readonly results: readonly StoryResult[];
  readonly startedAt: Date;
  readonly tookMs: number;
  readonly isInterrupted: boolean;
  readonly minReached: number;
  /** The command line of bookdist up to `--`, without the options that choose stories. */
  readonly bookdist: readonly string[];
  readonly command: readonly string[];
}

/** Creates the record of a run. Secrets in the output of the program are masked. */
export function createCallerReport(facts: CallerRunFacts, redactor: Redactor): CallerReport {
  const { calm, results, minReached, isInterrupted, bookdist, command } = facts;
  const byVerdict = groupBy(results, ({ verdict }) => verdict);
  const count = (verdict: StoryVerdict): number => byVerdict.get(verdict)?.length ?? 0;
  const reached = results.length - count('not reached');
  const isHarmed = count('harmed') + count('hung') > 0;
  const otherCode = isInterrupted ? 130 : reached < minReached ? 3 : 0;
  return {
    format: 1,
    tool: version,
    command: redactor.text(command.map(quoteForShell).join(' ')),
    startedAt: facts.startedAt.toISOString(),
    tookMs: Math.round(facts.tookMs),
    exitCode: isHarmed ? 1 : otherCode,
    calm: toPlayedRow(calm, redactor),
    summary: {
      harmed: count('harmed'),
      hung: count('hung'),
      'gave up': count('gave up'),
      survived: count('survived'),
      'not reached': count('not reached'),
    },
    minReached,
    stories: results
      .map((result) => toStoryRow(result, { bookdist, command }, redactor))
      .toSorted((a, b) => storyVerdicts.indexOf(a.verdict) - storyVerdicts.indexOf(b.verdict)),
  };
}

function toStoryRow(
  { story, played, again, verdict, reasons }: StoryResult,
  { bookdist, command }: Pick<CallerRunFacts, 'bookdist' | 'command'>,
  redactor: Redactor,
): StoryRow {
  const { name, says } = story;
  const words = (parts: readonly string[]) => redactor.text(parts.map(quoteForShell).join(' '));
  return {
    name,
    says,
    verdict,
    reasons: reasons.map(redactor.text),
    brokenRules: describeFindings(played.brokenRules),
    ...toPlayedRow(played, redactor),
    ...(again !== undefined && { again: toPlayedRow(again, redactor) }),
    replay: words([...bookdist, '--only', name, '--', ...command]),
    serve: words([...bookdist, '--serve', name]),
  };
}

function toPlayedRow({ run, calls }: Played, redactor: Redactor): PlayedRow {
  const { exitCode, tookMs, output } = run;
  return { exitCode, tookMs: Math.round(tookMs), calls, output: redactor.text(output.trimEnd()) };
}

/** Returns the number of stories whose trouble happened. */
export function countReached({ stories, summary }: CallerReport): number {
  return stories.length - summary['not reached'];
}

/** Returns the title of the verdict, in lower case, and the kind that chooses its colour. */
export function describeCallerVerdict(report: CallerReport) {
  const { exitCode, summary } = report;
  if (exitCode === 1) {
    return { title: summary.harmed > 0 ? 'harmed' : 'hung', kind: 'drifts' } as const;
  }
  if (exitCode === 0) return { title: 'survives', kind: 'conforms' } as const;
  return {
    title: exitCode === 130 ? 'interrupted' : 'too little reached',
    kind: 'unproven',
  } as const;
}

/** Returns the counts of the reached stories by verdict, such as `2 harmed`. */
export function describeCallerCounts({ summary }: CallerReport): string[] {
  return storyVerdicts
    .filter((verdict) => verdict !== 'not reached' && summary[verdict] > 0)
    .map((verdict) => `${summary[verdict]} ${verdict}`);
}

/** Groups the stories that failed by what they left: the same mistake often shows in many of them. */
export function groupFailures({ stories }: CallerReport): readonly (readonly StoryRow[])[] {
  const failures = stories.filter(({ verdict }) => verdict === 'harmed' || verdict === 'hung');
  return [
    ...groupBy(failures, ({ verdict, reasons }) => JSON.stringify([verdict, reasons])).values(),
  ];
}

/** Describes how the program ended, such as `reported failure (exit code 1) after 3 calls`. */
export function describeEnd({ exitCode, calls }: PlayedRow, isHung = false): string {
  const word = exitCode === 0 ? 'success' : 'failure';
  const code = exitCode === null ? 'ended by a signal' : `reported ${word} (exit code ${exitCode})`;
  return `${isHung ? 'did not end' : code} after ${formatCount(calls.length, 'call')}`;
}

/** The calls that a shortened list shows before the first one with trouble. */
const callsBefore = 3;

/**
 * Returns the calls as lines, with the trouble marked. A call that is repeated with the same result is shown once, and a
 * list with too many lines shows those around the first trouble.
 */
export function formatCalls(calls: readonly PlayedCall[], maxLines = 40): string[] {
  const groups = groupRepetitions(calls);
  const first = groups.findIndex(([call]) => call?.isTroubled);
  const start = Math.max(0, Math.min(first - callsBefore, groups.length - maxLines));
  const shown = groups.slice(start, start + maxLines);
  const count = (hidden: readonly (readonly PlayedCall[])[]) => hidden.flat().length;
  const before = count(groups.slice(0, start));
  const after = count(groups.slice(start + maxLines));
  return [
    ...(before > 0 ? [`     ${formatCount(before, 'call')} before`] : []),
    ...shown.flatMap(formatGroup),
    ...(after > 0 ? [`     and ${formatCount(after, 'more call')}`] : []),
  ];
}

/** Groups calls that follow one another and look the same. */
function groupRepetitions(calls: readonly PlayedCall[]): readonly (readonly PlayedCall[])[] {
  const groups: PlayedCall[][] = [];
  for (const call of calls) {
    const group = groups.at(-1);
    if (group?.[0] !== undefined && formatCall(group[0]) === formatCall(call)) group.push(call);
    else groups.push([call]);
  }
  return groups;
}

function formatCall({ method, status, isTroubled, trouble, ...call }: PlayedCall): string {
  const path = nameCall({ method: method.padEnd(6), status, isTroubled, ...call });
  const mark = isTroubled ? `  ⚡ ${trouble ?? 'shows the trouble'}` : '';
  return `${path} → ${status ?? 'no response'}${mark}`;
}

function formatGroup([call, ...others]: readonly PlayedCall[]): string[] {
  if (call === undefined) return [];
  const line = `${String(call.number).padStart(3)}  ${formatCall(call)}`;
  const [other] = others;
  if (other === undefined) return [line];
  if (others.length === 1)
    return [line, `${String(other.number).padStart(3)}  ${formatCall(other)}`];
  return [line, `     the same ${others.length} times more`];
}
