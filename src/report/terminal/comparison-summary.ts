/** Formats comparisons for a terminal: a run with earlier runs, two reports, and a history. */
import { formatCount, formatProof, truncate, formatMinute, toPlainText } from '../wording/index.ts';
import {
  type Comparison,
  type ComparedDrift,
  type ComparedReport,
  countDifferences,
} from '../baseline/index.ts';
import type { ChangedRow, Report, StaleRow } from '../record/index.ts';
import type { DriftHistory, HistorySummary } from '../history/index.ts';
import { hangingLines, paint, type Screen, type TextStyle } from './paint.ts';

/** In characters. The report has the full texts. */
const [maxAnswerLength, maxPreviousLength, maxSidesLength] = [80, 40, 160];

/**
 * Formats changed answers, stale entries of known-drifts.yaml, and the number of entries without a reason.
 * @param maxAnswers the most changed answers to name; further answers are only counted
 */
export function formatEarlierRuns(report: Report, maxAnswers: number, screen: Screen): string[] {
  const { stale = [] } = report;
  const withoutReason = report.findings.filter(({ known }) => known?.reason === '');
  const lines = [
    ...formatChangedAnswers(report, maxAnswers, screen),
    ...stale.flatMap((row) => formatStaleEntry(row, screen)),
  ];
  if (withoutReason.length > 0)
    lines.push(
      `! ${formatCount(withoutReason.length, 'drift')} in known-drifts.yaml without a reason: add the reason to accept a drift`,
    );
  return lines.length === 0 ? [] : [...lines, ''];
}

function formatChangedAnswers(
  { changed = [], remembered }: Report,
  maxAnswers: number,
  screen: Screen,
): string[] {
  if (changed.length === 0 || remembered === undefined) return [];
  const head = `? ${formatCount(changed.length, 'answer')} changed since ${formatMinute(remembered.lastRun)}`;
  const hiddenCount = changed.length - maxAnswers;
  return [
    paint(screen, 'yellow', head),
    ...changed.slice(0, maxAnswers).map((row) => {
      const previous = truncate(toPlainText(row.previous.join(', ')), maxPreviousLength);
      const answer = truncate(toPlainText(row.answer), maxAnswerLength);
      const text = `${row.silence}${formatOperation(row)}: ${previous} → ${answer}`;
      return `  ${truncate(text, screen.width - 2)}`;
    }),
    ...(hiddenCount > 0 ? [`  and ${hiddenCount} more, in the report`] : []),
  ];
}

/** Returns ` (createBook)`, or an empty string without an operation. */
function formatOperation({ operation }: { readonly operation?: string }): string {
  return operation === undefined ? '' : ` (${operation})`;
}

function formatStaleEntry(row: StaleRow, screen: Screen): string[] {
  const [state, remedy] =
    row.why === 'past its date'
      ? [`was accepted until ${row.until}`, 'remove the entry, or change its date']
      : [
          `was accepted on ${row.since} and is fixed`,
          'remove the entry, or add flaky: true if it comes and goes',
        ];
  const text = `${row.requirement} ${row.fingerprint} ${state} (${toPlainText(row.reason)}): ${remedy}`;
  return hangingLines(paint(screen, 'red', '✗ '), text, screen.width - 2);
}

/** Formats a comparison of two reports, ending in a newline. */
export function formatComparison(comparison: Comparison, screen: Screen): string {
  const { sameTarget } = comparison;
  const oldReport = toPlainText(formatReport(comparison.old));
  const newReport = toPlainText(formatReport(comparison.new));
  const lines = [
    paint(screen, 'bold', sameTarget ? newReport : `${oldReport} and ${newReport}`),
    ...(sameTarget ? [`    compared with ${oldReport}`] : []),
    ...(comparison.sameContract ? [] : ['    the two reports use different contracts']),
    '',
    ...createComparisonBlocks(comparison).flatMap((block) => formatBlock(block, screen)),
    sameTarget ? formatProgress(comparison) : formatDifferenceCount(comparison),
  ];
  return `${lines.join('\n')}\n`;
}

function formatProgress({ fresh, fixed, changed, unproven }: Comparison): string {
  return `${fresh.length === 0 ? 'nothing new' : 'NEW DRIFT'}   ${fresh.length} new, ${fixed.length} fixed, ${changed.length} changed, ${unproven.length} newly unproven`;
}

function formatDifferenceCount(comparison: Comparison): string {
  const count = countDifferences(comparison);
  const { old, new: second, unproven } = comparison;
  const proven = `${old.proven} and ${second.proven} requirements proven, ${unproven.length} on the first only`;
  const verdict = count === 0 ? 'no difference' : formatCount(count, 'difference').toUpperCase();
  return `${verdict}   ${proven}`;
}

type Block = readonly [mark: string, label: string, colour: TextStyle, rows: readonly string[]];

function createComparisonBlocks(comparison: Comparison): Block[] {
  const { sameTarget, fresh, fixed, changed, unproven, unmatched, both } = comparison;
  const reasons = unproven.map((row) => `${row.requirement}: ${toPlainText(row.reason)}`);
  const formatEither = sameTarget ? formatDrift : formatSides;
  const unmatchedRows = unmatched.map(
    (row) => `${formatEither(row)}, only in the ${row.in} report`,
  );
  const changes: readonly Block[] = sameTarget
    ? [
        ['✗', 'new', 'red', fresh.map(formatDrift)],
        ['✓', 'fixed', 'green', fixed.map(formatFixed)],
        ['?', 'changed', 'yellow', changed.map(formatChange)],
      ]
    : [
        ['✗', 'on the first only', 'red', fixed.map(formatSides)],
        ['✗', 'on the second only', 'red', fresh.map(formatSides)],
        [
          '?',
          'answered differently',
          'yellow',
          changed.map((row) => formatAnswer(row, 'on the first')),
        ],
      ];
  return [
    ...changes,
    ['!', sameTarget ? 'newly unproven' : 'proven on the first only', 'yellow', reasons],
    ['~', 'tested in one report only', 'dim', unmatchedRows],
    ['~', sameTarget ? 'as before' : 'on both', 'dim', both.map(formatEither)],
  ];
}

function formatBlock([mark, label, colour, rows]: Block, screen: Screen): string[] {
  if (rows.length === 0) return [];
  const heading = paint(screen, colour, `${mark} ${rows.length} ${label}`);
  return [heading, ...rows.flatMap((row) => hangingLines('  ', row, screen.width - 4)), ''];
}

function formatDrift(row: ComparedDrift): string {
  return `${formatSides(row)}, since ${formatMinute(row.since)}`;
}

function formatSides(row: ComparedDrift): string {
  const sides = `expected ${row.expected}, got ${row.actual}`;
  return `${row.requirement} ${row.fingerprint}${formatOperation(row)}: ${truncate(toPlainText(sides), maxSidesLength)}`;
}

function formatFixed(row: ComparedDrift): string {
  return `${row.requirement} ${row.fingerprint}: fixed since ${formatMinute(row.since)}`;
}

function formatAnswer(row: ChangedRow, before: string): string {
  const answer = truncate(toPlainText(row.answer), maxAnswerLength);
  const previous = truncate(toPlainText(row.previous.join(', ')), maxAnswerLength);
  return `${row.silence}${formatOperation(row)}: ${answer}, ${before} ${previous}`;
}

function formatChange(row: ChangedRow): string {
  return `${formatAnswer(row, 'before')}, since ${formatMinute(row.since)}`;
}

function formatReport({ target, startedAt, proven, total }: ComparedReport): string {
  return `${target} on ${formatMinute(startedAt)}, ${proven} of ${total} proven`;
}

interface HistoryScreen extends Screen {
  readonly file: string;
}

/** Formats the summary of a history, ending in a newline. */
export function formatHistory(summary: HistorySummary, screen: HistoryScreen): string {
  const { runs, target, drifts, slower, changes } = summary;
  const last = runs.at(-1);
  const lines = [
    paint(screen, 'bold', `${toPlainText(target)}   ${formatCount(runs.length, 'run')}`),
    ...drifts.map((drift) => formatDriftHistory(drift, screen)),
    ...slower.map(({ operation, since, before, after }) => {
      const [from, to] = [Math.round(before), Math.round(after)];
      const text = `! ${operation} slower since ${formatMinute(since)}: ${from} ms before, ${to} ms after`;
      return paint(screen, 'yellow', text);
    }),
    ...(changes.length === 0 ? [] : [`? ${formatCount(changes.length, 'changed answer')}`]),
    `${formatProof(last ?? { total: 0, proven: 0, conforms: 0 })}   ${screen.file}`,
  ];
  // The codes of a colour are ten characters that take no column.
  const maxLength = screen.colour ? screen.width + 10 : screen.width;
  return `${lines.map((line) => truncate(line, maxLength)).join('\n')}\n`;
}

function formatDriftHistory(drift: DriftHistory, screen: Screen): string {
  const { state, requirement, fingerprint, firstSeen, lastSeen, flakeRate } = drift;
  const name = `${requirement} ${fingerprint}`;
  if (state === 'open') return paint(screen, 'red', `✗ ${name} since ${formatMinute(firstSeen)}`);
  if (state === 'fixed')
    return paint(screen, 'green', `✓ ${name} fixed, last shown ${formatMinute(lastSeen)}`);
  const share = `${Math.round(100 * flakeRate)} %`;
  return paint(screen, 'yellow', `~ ${name} flaky, absent in ${share} of the runs`);
}
