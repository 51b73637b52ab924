/** The callers in recorded traffic on a terminal: the rules they broke, and how many they kept. */
import type { CallerRuleRow, Report } from '../record/index.ts';
import { count, plain } from '../wording/index.ts';
import { paint, wrap, type Screen } from './paint.ts';

/** Findings of one rule that are shown in full; the report has more. */
const shown = 3;

/** Lines about callers; none if no rule for them was judged. */
export function callerLines({ callers }: Report, everything: boolean, screen: Screen): string[] {
  if (callers === undefined) return [];
  const judged = callers.filter((row) => row.judged > 0);
  const broken = callers.filter((row) => row.broken > 0);
  if (judged.length === 0) return [];
  if (broken.length === 0) {
    return [paint(screen, 'green', `✓ the callers kept ${count(judged.length, 'rule')}`)];
  }
  const head = `✗ the callers broke ${count(broken.length, 'rule')} of ${judged.length}`;
  return [
    paint(screen, 'red', head),
    ...broken.flatMap((row) => ruleLines(row, everything ? shown : 1, screen)),
  ];
}

function ruleLines(row: CallerRuleRow, most: number, screen: Screen): string[] {
  const times = `${row.broken} of ${count(row.judged, 'call')}`;
  return [
    `  ${paint(screen, 'bold', row.id)}  ${times}`,
    ...row.findings
      .slice(0, most)
      .flatMap(({ expected, actual, exchange }) => [
        ...indent(`call ${exchange}: ${plain(actual)}`, screen),
        ...indent(`expected ${plain(expected)}`, screen),
      ]),
  ];
}

function indent(text: string, screen: Screen): string[] {
  return wrap(text, screen.width - 4).map((line) => `    ${line}`);
}
