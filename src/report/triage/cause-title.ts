/** A cause in a few words: what the service does instead of the stated behaviour. */
import type { FindingRow } from '../record/index.ts';
import { count, cut, plain } from '../wording/index.ts';
import { differingPlace, isAbsent, statusesOf } from './differing-place.ts';
import { showsEmptyList } from './signs.ts';

/** Characters of a title, and of a value in it. */
const longest = 110;
const longestValue = 40;

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
  const verb = (one: string, several: string): string => `${who} ${many ? several : one}`;
  const wrong = statusesOf(root);
  if (wrong !== undefined) {
    const expected = wrong.expected === '2xx' ? 'a success' : wrong.expected;
    return `${verb('answers', 'answer')} ${wrong.actual} instead of ${expected}`;
  }
  if (rows.length > 1 && rows.filter(showsEmptyList).length > rows.length / 2)
    return `${verb('shows', 'show')} an empty list`;
  const place = differingPlace(root);
  const what = subjectOf(root, place);
  if (place !== undefined && isAbsent(place))
    return cut(`${verb('leaves', 'leave')} out ${what}`, longest);
  if (what !== '')
    return cut(`${verb('gets', 'get')} ${what} wrong${sidesIn(place ?? root)}`, longest);
  // The statement alone would read as if the service kept it.
  return `${verb('breaks', 'break')} “${cut(plain(root.says.replace(/\.$/, '')), longest - 20)}”`;
}

/** The thing that a check compared, as in `title as read back: "Sea"`. */
const subject = /^([^:{["]+): /;

/** Returns the member that is wrong, what was compared, or the question whose answer is not permitted. */
function subjectOf({ expected, requirement }: FindingRow, place: Place): string {
  if (place !== undefined && place.names.length > 0) return plain(place.names.join('.'));
  const [, about = ''] = subject.exec(expected) ?? [];
  if (about === 'one of the readings') return requirement;
  return about === '' ? '' : `“${plain(about)}”`;
}

type Place = ReturnType<typeof differingPlace>;

/** Returns `: 0 instead of at least 1`, without what is too long for a title. */
function sidesIn({ expected, actual }: Pick<FindingRow, 'expected' | 'actual'>): string {
  const wanted = inWords(expected.replace(subject, ''));
  if (actual.length > longestValue) return '';
  return wanted === undefined ? `: ${plain(actual)}` : `: ${plain(actual)} instead of ${wanted}`;
}

/** Returns an expectation in fewer words; undefined for one that is too long for a title. */
function inWords(expected: string): string | undefined {
  const words = plain(expected)
    .replace(/^a value that must be >= /, 'at least ')
    .replace(/^a value that must be <= /, 'at most ')
    .replace(/^a value that must be (?=[aio])/, 'an ')
    .replace(/^a value that must be (?=[bns](?!ull))/, 'a ')
    .replace(/^a value that must be /, '');
  return words.length > longestValue || words.startsWith('a value that') ? undefined : words;
}
