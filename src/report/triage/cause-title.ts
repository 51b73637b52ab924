/** A cause in a few words: what the service does instead of the stated behaviour. */
import type { FindingRow } from '../record/index.ts';
import { formatCount, truncate, toPlainText } from '../wording/index.ts';
import { findDifferingPlace, isMissing, findWrongStatus } from './differing-place.ts';
import { showsEmptyList } from './signs.ts';

/** Characters of a title, and of a value in it. */
const maxTitle = 110;
const maxValue = 40;

/**
 * Returns the title of a cause.
 * @param rows its drifts
 * @param root the most direct of them
 * @param operations the operations in which it shows
 */
export function formatTitle(
  rows: readonly FindingRow[],
  root: FindingRow,
  operations: readonly string[],
): string {
  const isPlural = operations.length > 1;
  const subjectPattern = isPlural
    ? formatCount(operations.length, 'operation')
    : (operations[0] ?? 'The service');
  const verb = (entry: string, several: string): string =>
    `${subjectPattern} ${isPlural ? several : entry}`;
  const wrongStatus = findWrongStatus(root);
  if (wrongStatus !== undefined) {
    const expected = wrongStatus.expected === '2xx' ? 'a success' : wrongStatus.expected;
    return `${verb('answers', 'answer')} ${wrongStatus.actual} instead of ${expected}`;
  }
  if (rows.length > 1 && rows.filter(showsEmptyList).length > rows.length / 2)
    return `${verb('shows', 'show')} an empty list`;
  const differingPlace = findDifferingPlace(root);
  const wrongPart = findWrongPart(root, differingPlace);
  if (differingPlace !== undefined && isMissing(differingPlace))
    return truncate(`${verb('leaves', 'leave')} out ${wrongPart}`, maxTitle);
  if (wrongPart !== '')
    return truncate(
      `${verb('gets', 'get')} ${wrongPart} wrong${formatSides(differingPlace ?? root)}`,
      maxTitle,
    );
  // The statement alone would read as if the service kept it.
  return `${verb('breaks', 'break')} “${truncate(toPlainText(root.says.replace(/\.$/, '')), maxTitle - 20)}”`;
}

/** The thing that a check compared, as in `title as read back: "Sea"`. */
const subject = /^([^:{["]+): /;

/** Returns the member that is wrong, what was compared, or the question whose answer is not permitted. */
function findWrongPart({ expected, requirement }: FindingRow, place: MaybePlace): string {
  if (place !== undefined && place.names.length > 0) return toPlainText(place.names.join('.'));
  const [, about = ''] = subject.exec(expected) ?? [];
  if (about === 'one of the readings') return requirement;
  return about === '' ? '' : `“${toPlainText(about)}”`;
}

type MaybePlace = ReturnType<typeof findDifferingPlace>;

/** Returns `: 0 instead of at least 1`, without what is too long for a title. */
function formatSides({ expected, actual }: Pick<FindingRow, 'expected' | 'actual'>): string {
  const expectation = simplifyExpectation(expected.replace(subject, ''));
  if (actual.length > maxValue) return '';
  return expectation === undefined
    ? `: ${toPlainText(actual)}`
    : `: ${toPlainText(actual)} instead of ${expectation}`;
}

/** Returns an expectation in fewer words; undefined for one that is too long for a title. */
function simplifyExpectation(expected: string): string | undefined {
  const simplified = toPlainText(expected)
    .replace(/^a value that must be >= /, 'at least ')
    .replace(/^a value that must be <= /, 'at most ')
    .replace(/^a value that must be (?=[aio])/, 'an ')
    .replace(/^a value that must be (?=[bns](?!ull))/, 'a ')
    .replace(/^a value that must be /, '');
  return simplified.length > maxValue || simplified.startsWith('a value that')
    ? undefined
    : simplified;
}
