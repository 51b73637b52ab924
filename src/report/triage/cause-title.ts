/** A cause in a few words: what the service does instead of the stated behaviour. */
import type { FindingRow } from '../record/index.ts';
import { count, cut, plain } from '../wording/index.ts';
import { placeIn, showsEmptyList } from './signs.ts';
import { statusesOf } from './statuses.ts';

/** Characters of a title. */
const longest = 90;

/** Members around those of a book, which say nothing about a fault. */
const frame = new Set(['data', 'attributes']);

/**
 * Returns the title of a cause.
 * @param rows its drifts
 * @param root the most direct of them
 * @param operations the operations in which it shows
 */
export function titleOf(
  rows: readonly FindingRow[],
  root: FindingRow,
  operations: readonly string[],
): string {
  const many = operations.length > 1;
  const who = many ? count(operations.length, 'operation') : (operations[0] ?? 'The service');
  const wrong = statusesOf(root);
  if (wrong !== undefined) {
    const expected = wrong.expected === '2xx' ? 'a success' : wrong.expected;
    return `${who} ${many ? 'answer' : 'answers'} ${wrong.actual} instead of ${expected}`;
  }
  if (rows.length > 1 && rows.filter(showsEmptyList).length > rows.length / 2)
    return `${who} ${many ? 'show' : 'shows'} an empty list`;
  const path = placeIn(root)
    .filter((name) => !frame.has(name))
    .join('.');
  if (path !== '') return cut(`${who} ${many ? 'show' : 'shows'} wrong ${plain(path)}`, longest);
  // The statement alone would read as if the service kept it.
  return `${who} ${many ? 'break' : 'breaks'} “${cut(plain(root.says.replace(/\.$/, '')), longest)}”`;
}
