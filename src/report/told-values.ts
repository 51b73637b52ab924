/** Both sides of a drift in a line each: of two long lists only what one has and the other lacks. */
import { cut, plain } from './paint.ts';
import type { FindingRow } from './report.ts';

/** Entries that are named; more are counted. */
const named = 2;

/** What was expected and what came, cut to a number of characters each. */
export function bothSides(
  row: FindingRow,
  longest: number,
): { readonly expected: string; readonly actual: string } {
  const { expected, actual, values } = row;
  const whole = { expected: cut(plain(expected), longest), actual: cut(plain(actual), longest) };
  const fits = plain(expected).length <= longest && plain(actual).length <= longest;
  if (fits || !Array.isArray(values?.expected) || !Array.isArray(values.actual)) return whole;
  const [wanted, came] = [values.expected, values.actual].map(texts);
  if (wanted === undefined || came === undefined) return whole;
  const missing = wanted.filter((entry) => !came.includes(entry));
  const added = came.filter((entry) => !wanted.includes(entry));
  const about = /^([^:{["]+): /.exec(expected)?.[1] ?? 'a list';
  const told = [
    `${came.length} entries`,
    ...(missing.length > 0 ? [`without ${listed(missing)}`] : []),
    ...(added.length > 0 ? [`with ${listed(added)} besides`] : []),
    ...(missing.length + added.length === 0 ? ['the same in another order or number'] : []),
  ];
  return {
    expected: cut(plain(`${about}: ${wanted.length} entries`), longest),
    actual: cut(plain(told.join(', ')), longest),
  };
}

function texts(list: readonly unknown[]): string[] {
  return list.map((entry) => JSON.stringify(entry));
}

function listed(entries: readonly string[]): string {
  const more = entries.length - named;
  return [...entries.slice(0, named), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
