/** A drift as the text of a failed test. */
import type { FindingRow } from '../report/record/index.ts';

/** Describes a drift: expected, received, where, since when, and how to repeat it. */
export function describeDrift(drift: FindingRow): string {
  const { sentence, expected, actual, pointer, counterexample, exchange, since, again } = drift;
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['tested', sentence],
    ['expected', expected],
    ['actual', actual],
    ['at', pointer],
    ['with', counterexample?.value],
    ['call', exchange && `${exchange.method} ${exchange.url} → ${exchange.status}`],
    ['since', since],
    ['again', again],
  ];
  return lines
    .flatMap(([name, text]) => (text === undefined ? [] : [`${name.padEnd(10)}${text}`]))
    .join('\n');
}
