/** Formats the title of a cause: what the service does instead of the stated behaviour. */
import type { FindingRow } from '../record/index.ts';
import { formatCount, truncate, toPlainText } from '../wording/index.ts';
import {
  findDifferingPlace,
  isMissing,
  findWrongStatus,
  splitExpectation,
  type DifferingPlace,
} from './differing-place.ts';
import { showsEmptyList } from './signs.ts';

/** The most characters of a title, and of a value in a title. */
const maxTitle = 110;
const maxValue = 40;

/**
 * Returns the title of a cause.
 * @param rows the drifts of the cause
 * @param root the most direct of these drifts
 * @param operations the operations that show the cause
 */
export function formatTitle(
  rows: readonly FindingRow[],
  root: FindingRow,
  operations: readonly string[],
): string {
  const isPlural = operations.length > 1;
  const titleSubject = isPlural
    ? formatCount(operations.length, 'operation')
    : (operations[0] ?? 'The service');
  const formatSubjectAndVerb = (singularVerb: string, pluralVerb: string): string =>
    `${titleSubject} ${isPlural ? pluralVerb : singularVerb}`;
  const wrongStatus = findWrongStatus(root);
  if (wrongStatus !== undefined) {
    const expected = wrongStatus.expected === '2xx' ? 'a success' : wrongStatus.expected;
    return `${formatSubjectAndVerb('answers', 'answer')} ${wrongStatus.actual} instead of ${expected}`;
  }
  if (rows.length > 1 && rows.filter(showsEmptyList).length > rows.length / 2)
    return `${formatSubjectAndVerb('shows', 'show')} an empty list`;
  const differingPlace = findDifferingPlace(root);
  const wrongPart = findWrongPart(root, differingPlace);
  if (differingPlace !== undefined && isMissing(differingPlace))
    return truncate(`${formatSubjectAndVerb('leaves', 'leave')} out ${wrongPart}`, maxTitle);
  if (wrongPart !== '')
    return truncate(
      `${formatSubjectAndVerb('gets', 'get')} ${wrongPart} wrong${formatSides(differingPlace ?? root)}`,
      maxTitle,
    );
  // Without the verb, the statement would read as if the service followed it.
  return `${formatSubjectAndVerb('breaks', 'break')} “${truncate(toPlainText(root.says.replace(/\.$/, '')), maxTitle - 20)}”`;
}

/** Returns the wrong member, the compared subject, or the silence with an answer that is not permitted; empty if unknown. */
function findWrongPart(
  { expected, requirement }: FindingRow,
  place: DifferingPlace | undefined,
): string {
  if (place !== undefined && place.names.length > 0) return toPlainText(place.names.join('.'));
  const { comparedSubject } = splitExpectation(expected);
  if (comparedSubject === 'one of the readings') return requirement;
  return comparedSubject === undefined ? '' : `“${toPlainText(comparedSubject)}”`;
}

/** Returns `: 0 instead of at least 1`, without values that are too long for a title. */
function formatSides({ expected, actual }: Pick<FindingRow, 'expected' | 'actual'>): string {
  const expectation = simplifyExpectation(splitExpectation(expected).value);
  if (actual.length > maxValue) return '';
  return expectation === undefined
    ? `: ${toPlainText(actual)}`
    : `: ${toPlainText(actual)} instead of ${expectation}`;
}

/** Returns an expectation in fewer words; undefined if it is too long for a title. */
function simplifyExpectation(expected: string): string | undefined {
  const shortExpectation = toPlainText(expected)
    .replace(/^a value that must be >= /, 'at least ')
    .replace(/^a value that must be <= /, 'at most ')
    // The name of a type gets an article: an array, an object, a boolean, a string, but null.
    .replace(/^a value that must be (?=[aio])/, 'an ')
    .replace(/^a value that must be (?=[bns](?!ull))/, 'a ')
    .replace(/^a value that must be /, '');
  return shortExpectation.length > maxValue || shortExpectation.startsWith('a value that')
    ? undefined
    : shortExpectation;
}
