/** Lines for the terminal about unproven requirements, failed tests, surprising answers, leftover books and callers. */
import {
  type CallerRuleRow,
  findSurprisingAnswers,
  quoteForShell,
  type Report,
} from '../record/index.ts';
import { paint, wrap, type Screen } from './paint.ts';
import {
  formatCount,
  truncate,
  toPlainText,
  groupByReason,
  type ReasonRow,
  selectUnproven,
} from '../wording/index.ts';

/** The number of reasons to name, and of rows for each. */
interface LineLimits {
  readonly reasons: number;
  readonly rows: number;
}

/** Cases that failed on our side or in the network, by reason; `room` limits how many are named. */
export function erroredLines(report: Report, limits: LineLimits, screen: Screen): string[] {
  const rows = [...report.requirements, ...report.silences].filter(
    (row) => row.verdict === 'errored',
  );
  if (rows.length === 0) return [];
  const head = `! ${formatCount(rows.length, 'test')} failed on our side or in the network`;
  return [paint(screen, 'red', head), ...reasonLines(rows, limits, screen), ''];
}

/** Requirements that were not tested, by reason. A missing consent is named. */
export function unprovenLines(report: Report, limits: LineLimits, screen: Screen): string[] {
  const { musts, advice } = selectUnproven(report);
  if (musts.length === 0) return [];
  const also = advice.length === 0 ? '' : `, and ${advice.length} of advice`;
  const head = `! ${formatCount(musts.length, 'requirement')} unproven${also}`;
  return [paint(screen, 'yellow', head), ...reasonLines(musts, limits, screen)];
}

/** The most frequent reasons; the others are only counted, because the report has all of them. */
function reasonLines(unproven: readonly ReasonRow[], limits: LineLimits, screen: Screen): string[] {
  const groups = groupByReason(unproven);
  const hidden = groups.slice(limits.reasons).reduce((sum, { ids }) => sum + ids.length, 0);
  return [
    ...groups.slice(0, limits.reasons).flatMap(({ reason, ids }) => {
      const examples = ids.length > 3 ? `${ids.slice(0, 2).join(', ')}, …` : ids.join(', ');
      const text = `${truncate(reason, 120 * limits.rows)}: ${examples}`;
      const width = screen.width - 8;
      const [first = '', ...rest] = wrap(truncate(text, limits.rows * width), width);
      const number = String(ids.length).padStart(6);
      return [`${number}  ${first}`, ...rest.map((line) => `        ${line}`)];
    }),
    ...(hidden > 0 && limits.reasons > 0
      ? [`${String(hidden).padStart(6)}  for other reasons, in the report`]
      : []),
  ];
}

/** The numbers of silences and situations that a run reached. The report has the rest. */
export function coverageLines(report: Report, screen: Screen): string[] {
  return [...silenceLines(report, screen), ...situationLines(report, screen)];
}

function silenceLines(report: Report, screen: Screen): string[] {
  const { observed, total } = report.summary.silences;
  if (total === 0) return [];
  const text = `? ${observed} of ${formatCount(total, 'open question')} observed, in the report`;
  return [paint(screen, 'dim', text)];
}

function situationLines({ summary }: Report, screen: Screen): string[] {
  const { judged, possible } = summary.situations ?? { judged: 0, possible: 0 };
  if (possible === 0) return [];
  const share = Math.floor((100 * judged) / possible);
  const text = `· ${judged} of ${formatCount(possible, 'situation')} judged (${share}%), in the report`;
  return [paint(screen, 'dim', text)];
}

/** Answers that few readers of the document would expect, each with its question. */
export function surprisingLines(report: Report, screen: Screen): string[] {
  const surprising = findSurprisingAnswers(report.silences);
  if (surprising.length === 0) return [];
  const head = `! ${formatCount(surprising.length, 'surprising answer')}, permitted but unexpected`;
  return [
    paint(screen, 'yellow', head),
    ...surprising.map(({ silence, answer, says }) =>
      truncate(toPlainText(`    ${silence} ${answer}: ${says}`), screen.width),
    ),
    '',
  ];
}

/** Books that the run created and could not remove, by reason, with a few ids each. */
export function leftoverLines(report: Report, screen: Screen): string[] {
  if (report.leftovers.length === 0) return [];
  const head = `! ${formatCount(report.leftovers.length, 'book')} left behind`;
  const rows = report.leftovers.map(({ id, status, reason }) => ({
    id,
    reason: `${status}: ${reason}`,
  }));
  return [
    paint(screen, 'yellow', head),
    ...reasonLines(rows, { reasons: 3, rows: 2 }, screen),
    ...(report.run.journal === undefined
      ? []
      : [`    Try again later: bookdist sweep ${quoteForShell(report.run.journal)}`]),
  ];
}

/** The most findings of one rule to show; the report has more. */
const mostFindings = 3;

/** Lines about callers; none if no rule for them was judged. */
export function callerLines({ callers }: Report, everything: boolean, screen: Screen): string[] {
  if (callers === undefined) return [];
  const judged = callers.filter((row) => row.judged > 0);
  const broken = callers.filter((row) => row.broken > 0);
  if (judged.length === 0) return [];
  if (broken.length === 0) {
    return [paint(screen, 'green', `✓ the callers kept ${formatCount(judged.length, 'rule')}`)];
  }
  const head = `✗ the callers broke ${formatCount(broken.length, 'rule')} of ${judged.length}`;
  return [
    paint(screen, 'red', head),
    ...broken.flatMap((row) => ruleLines(row, everything ? mostFindings : 1, screen)),
  ];
}

function ruleLines(row: CallerRuleRow, maxFindings: number, screen: Screen): string[] {
  const times = `${row.broken} of ${formatCount(row.judged, 'call')}`;
  return [
    `  ${paint(screen, 'bold', row.id)}  ${times}`,
    ...row.findings
      .slice(0, maxFindings)
      .flatMap(({ expected, actual, exchange }) => [
        ...indentLines(`call ${exchange}: ${toPlainText(actual)}`, screen),
        ...indentLines(`expected ${toPlainText(expected)}`, screen),
      ]),
  ];
}

function indentLines(text: string, screen: Screen): string[] {
  return wrap(text, screen.width - 4).map((line) => `    ${line}`);
}
