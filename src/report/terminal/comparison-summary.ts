/** The terminal's lines about other runs: changed answers, stale entries, two reports compared, and a history. */
import { count, cut, minute, plain } from '../wording/index.ts';
import type { Comparison, Moved, Side } from '../baseline/index.ts';
import type { ChangedRow, Report, StaleRow } from '../record/index.ts';
import type { HistorySummary } from '../history/index.ts';
import { paint, wrap, type Screen, type Tint } from './paint.ts';

/**
 * Changed answers, entries of known-drifts.yaml that no longer hold, and those without a reason.
 * @param most changed answers that are named; the others are counted
 */
export function overTimeLines(report: Report, most: number, screen: Screen): string[] {
  const { stale = [] } = report;
  const idle = report.findings.filter(({ known }) => known?.reason === '');
  const lines = [
    ...changedLines(report, most, screen),
    ...stale.flatMap((row) => staleLines(row, screen)),
    ...(idle.length === 0
      ? []
      : [`! ${count(idle.length, 'drift')} known without a reason: fill it in, and it counts`]),
  ];
  return lines.length === 0 ? [] : [...lines, ''];
}

function changedLines(
  { changed = [], remembered }: Report,
  most: number,
  screen: Screen,
): string[] {
  if (changed.length === 0 || remembered === undefined) return [];
  const head = `? ${count(changed.length, 'answer')} changed since ${minute(remembered.lastRun)}`;
  const hidden = changed.length - most;
  return [
    paint(screen, 'yellow', head),
    ...changed.slice(0, most).map((row) => {
      const call = row.operation === undefined ? '' : ` (${row.operation})`;
      const was = cut(plain(row.previous.join(', ')), 40);
      const text = `${row.silence}${call}: ${was} → ${cut(plain(row.answer), 80)}`;
      return `  ${cut(text, screen.width - 2)}`;
    }),
    ...(hidden > 0 ? [`  and ${hidden} more, in the report`] : []),
  ];
}

function staleLines(row: StaleRow, screen: Screen): string[] {
  const why =
    row.why === 'past its date'
      ? `was accepted until ${row.until}`
      : `was accepted on ${row.since} and is fixed`;
  const text = `✗ ${row.requirement} ${row.fingerprint} ${why} (${plain(row.reason)}): remove the entry${row.why === 'past its date' ? ', or give it another date' : ''}`;
  const [first = '', ...rest] = wrap(text, screen.width);
  return [paint(screen, 'red', first), ...rest.map((line) => `    ${line}`)];
}

/** The whole comparison, ending in a newline. */
export function comparisonSummary(comparison: Comparison, screen: Screen): string {
  const { fresh, fixed, changed, unproven, unmatched, both } = comparison;
  const [old, now] = [sideWords(comparison.old), sideWords(comparison.new)];
  const lines = [
    paint(screen, 'bold', comparison.sameTarget ? plain(now) : `${plain(old)} and ${plain(now)}`),
    ...(comparison.sameTarget ? [`    compared with ${plain(old)}`] : []),
    ...(comparison.sameContract ? [] : ['    the two reports use different contracts']),
    '',
    ...block(screen, { mark: '✗', word: 'new', tint: 'red', rows: fresh.map(driftWords) }),
    ...block(screen, { mark: '✓', word: 'fixed', tint: 'green', rows: fixed.map(goneWords) }),
    ...block(screen, {
      mark: '?',
      word: 'changed',
      tint: 'yellow',
      rows: changed.map(changeWords),
    }),
    ...block(screen, {
      mark: '!',
      word: 'newly unproven',
      tint: 'yellow',
      rows: unproven.map(({ requirement, reason }) => `${requirement}: ${plain(reason)}`),
    }),
    ...block(screen, {
      mark: '~',
      word: 'tested in one report only',
      tint: 'dim',
      rows: unmatched.map((row) => `${driftWords(row)}, only in the ${row.in} report`),
    }),
    ...block(screen, { mark: '~', word: 'as before', tint: 'dim', rows: both.map(driftWords) }),
    `${fresh.length === 0 ? 'nothing new' : 'NEW DRIFT'}   ${fresh.length} new, ${fixed.length} fixed, ${changed.length} changed, ${unproven.length} newly unproven`,
  ];
  return `${lines.join('\n')}\n`;
}

interface Block {
  readonly mark: string;
  readonly word: string;
  readonly tint: Tint;
  readonly rows: readonly string[];
}

function block(screen: Screen, { mark, word, tint, rows }: Block): string[] {
  if (rows.length === 0) return [];
  return [
    paint(screen, tint, `${mark} ${rows.length} ${word}`),
    ...rows.flatMap((row) => indented(row, screen)),
    '',
  ];
}

function driftWords(row: Moved): string {
  const call = row.operation === undefined ? '' : ` (${row.operation})`;
  const sides = `expected ${row.expected}, got ${row.actual}`;
  return `${row.requirement} ${row.fingerprint}${call}: ${cut(plain(sides), 160)}, since ${minute(row.since)}`;
}

function goneWords(row: Moved): string {
  return `${row.requirement} ${row.fingerprint}: gone since ${minute(row.since)}`;
}

function changeWords(row: ChangedRow): string {
  const call = row.operation === undefined ? '' : ` (${row.operation})`;
  return `${row.silence}${call}: ${cut(plain(row.answer), 80)}, before ${cut(plain(row.previous.join(', ')), 80)}, since ${minute(row.since)}`;
}

function sideWords({ target, startedAt, proven, total }: Side): string {
  return `${target} on ${minute(startedAt)}, ${proven} of ${total} proven`;
}

function indented(text: string, screen: Screen): string[] {
  return wrap(text, screen.width - 4).map((line, at) => (at === 0 ? `  ${line}` : `      ${line}`));
}

interface HistoryScreen extends Screen {
  readonly file: string;
}

/** The summary, ending in a newline. */
export function historyText(summary: HistorySummary, screen: HistoryScreen): string {
  const { runs, target, drifts, slower, changes } = summary;
  const last = runs.at(-1);
  const lines = [
    paint(screen, 'bold', `${plain(target)}   ${count(runs.length, 'run')}`),
    ...drifts.map(({ state, requirement, fingerprint, firstSeen, lastSeen, flakeRate }) => {
      const name = `${requirement} ${fingerprint}`;
      if (state === 'open') return paint(screen, 'red', `✗ ${name} since ${minute(firstSeen)}`);
      if (state === 'fixed')
        return paint(screen, 'green', `✓ ${name} fixed, last shown ${minute(lastSeen)}`);
      return paint(
        screen,
        'yellow',
        `~ ${name} flaky, absent in ${Math.round(100 * flakeRate)} % of the runs`,
      );
    }),
    ...slower.map(({ operation, since, before, after }) =>
      paint(
        screen,
        'yellow',
        `! ${operation} slower since ${minute(since)}: ${Math.round(before)} ms before, ${Math.round(after)} ms after`,
      ),
    ),
    ...(changes.length === 0 ? [] : [`? ${count(changes.length, 'changed answer')}`]),
    `proven ${last?.proven ?? 0} of ${last?.total ?? 0}   of these ${last?.conforms ?? 0} conform   ${screen.file}`,
  ];
  return `${lines.map((line) => cut(line, screen.colour ? screen.width + 10 : screen.width)).join('\n')}\n`;
}
