/** Formats the results other than drifts for a terminal, such as unproven requirements, leftovers and broken caller rules. */
import {
  type CallerRuleRow,
  findSurprisingAnswers,
  quoteForShell,
  type Report,
} from '../record/index.ts';
import { hangingLines, paint, type Screen } from './paint.ts';
import {
  describeCallerFinding,
  describeContractCoverage,
  formatCount,
  formatNumber,
  selectChangedParts,
  truncate,
  toPlainText,
  groupByReason,
  type ReasonRow,
  selectUnproven,
} from '../wording/index.ts';

/** The most reasons to name, and the most lines for each. */
interface LineLimits {
  readonly maxReasons: number;
  readonly maxLines: number;
}

/** Returns the tests that failed on our side or in the network, by reason. */
export function formatErrored(report: Report, limits: LineLimits, screen: Screen): string[] {
  const { requirements, silences } = report;
  const rows = [...requirements, ...silences].filter(({ verdict }) => verdict === 'errored');
  if (rows.length === 0) return [];
  const head = `! ${formatCount(rows.length, 'test')} failed on our side or in the network`;
  return [paint(screen, 'red', head), ...formatReasons(rows, limits, screen), ''];
}

export function formatUnproven(report: Report, limits: LineLimits, screen: Screen): string[] {
  const { musts, advice } = selectUnproven(report);
  if (musts.length === 0) return [];
  const also = advice.length === 0 ? '' : `, and ${formatCount(advice.length, 'piece')} of advice`;
  const head = `! ${formatCount(musts.length, 'requirement')} unproven${also}`;
  return [paint(screen, 'yellow', head), ...formatReasons(musts, limits, screen)];
}

/** Returns the most frequent reasons. The rows with other reasons are only counted. */
function formatReasons(rows: readonly ReasonRow[], limits: LineLimits, screen: Screen): string[] {
  const groups = groupByReason(rows);
  const { maxReasons, maxLines } = limits;
  const hiddenCount = groups.slice(maxReasons).reduce((sum, { ids }) => sum + ids.length, 0);
  return [
    ...groups.slice(0, maxReasons).flatMap(({ reason, ids }) => {
      const examples = ids.length > 3 ? `${ids.slice(0, 2).join(', ')}, …` : ids.join(', ');
      // The reason is shortened first, so that the examples after it stay visible.
      const text = `${truncate(reason, 120 * maxLines)}: ${examples}`;
      const width = screen.width - 8;
      const number = String(ids.length).padStart(6);
      return hangingLines(`${number}  `, truncate(text, maxLines * width), width);
    }),
    ...(hiddenCount > 0 && maxReasons > 0
      ? [`${String(hiddenCount).padStart(6)}  for other reasons, in the report`]
      : []),
  ];
}

/** Returns the numbers of observed silences, judged situations and checked parts of the contract. */
export function formatCoverage(report: Report, screen: Screen): string[] {
  const { summary } = report;
  const { observed, total } = summary.silences;
  const { judged, possible } = summary.situations;
  const share = Math.floor((100 * judged) / possible);
  const parts = describeContractCoverage(report);
  const lines = [
    total > 0 && `? ${observed} of ${formatCount(total, 'open question')} observed, in the report`,
    possible > 0 &&
      `· ${formatNumber(judged)} of ${formatCount(possible, 'situation')} judged (${share}%), in the report`,
    parts !== undefined && `· ${parts}, in the report`,
  ];
  return lines.flatMap((line) => (line ? [paint(screen, 'dim', line)] : []));
}

/** Returns the unproven parts of the contract that the contract of the package does not have, or has otherwise. */
export function formatChangedParts(report: Report, limit: number, screen: Screen): string[] {
  const parts = selectChangedParts(report);
  if (parts.length === 0) return [];
  const hiddenCount = parts.length - limit;
  const hint = report.run.depth === 'quick' ? '; try --depth usual' : '';
  const head = `! ${formatCount(parts.length, 'new or changed part')} of the contract unproven${hint}`;
  return [
    paint(screen, 'yellow', head),
    ...parts
      .slice(0, limit)
      .map(({ part, reason }) => truncate(toPlainText(`    ${part}: ${reason}`), screen.width)),
    ...(hiddenCount > 0 ? [`    … and ${hiddenCount} more, in the report`] : []),
  ];
}

/** Returns the answers that few readers of the document would expect, each with its open question. */
export function formatSurprisingAnswers(report: Report, screen: Screen): string[] {
  const answers = findSurprisingAnswers(report.silences);
  if (answers.length === 0) return [];
  const head = `! ${formatCount(answers.length, 'surprising answer')}, permitted but unexpected`;
  return [
    paint(screen, 'yellow', head),
    ...answers.map(({ silence, answer, usual }) => {
      const text = `    ${silence}: expected ${usual.join(' or ')}, got ${answer}`;
      return truncate(toPlainText(text), screen.width);
    }),
    '',
  ];
}

/** Returns the books that the run created and could not remove, by reason. */
export function formatLeftovers(report: Report, screen: Screen): string[] {
  if (report.leftovers.length === 0) return [];
  const head = `! ${formatCount(report.leftovers.length, 'book')} left behind`;
  const rows = report.leftovers.map((row) => ({ ...row, reason: `${row.status}: ${row.reason}` }));
  return [
    paint(screen, 'yellow', head),
    ...formatReasons(rows, { maxReasons: 3, maxLines: 2 }, screen),
    ...(report.run.journal === undefined
      ? []
      : [`    Try again later: bookdist sweep ${quoteForShell(report.run.journal)}`]),
  ];
}

/** The most findings of a rule to show; the report has more. */
const maxFindings = 3;

/** Returns the rules that callers broke; nothing if no rule for them was judged. */
export function formatCallers({ callers }: Report, isFull: boolean, screen: Screen): string[] {
  if (callers === undefined) return [];
  const judgedCount = callers.filter((row) => row.judged > 0).length;
  const rules = formatCount(judgedCount, 'rule');
  const broken = callers.filter((row) => row.broken > 0);
  if (judgedCount === 0) return [];
  if (broken.length === 0) return [paint(screen, 'green', `✓ the callers followed ${rules}`)];
  return [
    paint(screen, 'red', `✗ the callers broke ${broken.length} of ${rules}`),
    ...broken.flatMap((row) => formatRule(row, isFull ? maxFindings : 1, screen)),
  ];
}

function formatRule(row: CallerRuleRow, findingLimit: number, screen: Screen): string[] {
  const brokenShare = `${row.broken} of ${formatCount(row.judged, 'call')}`;
  return [
    `  ${paint(screen, 'bold', row.id)}  ${brokenShare}`,
    ...row.findings
      .slice(0, findingLimit)
      .flatMap((finding) => hangingLines('    ', describeCallerFinding(finding), screen.width - 4)),
  ];
}
