/** Formats the title of a cause: what the service does instead of the stated behaviour. */
import type { FindingRow } from '../record/index.ts';
import { truncate, toPlainText } from '../wording/index.ts';
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
  const [first = 'The service', ...others] = operations;
  const withSubject = (singular: string, plural: string): string =>
    others.length === 0 ? `${first} ${singular}` : `${operations.length} operations ${plural}`;
  const wrongStatus = findWrongStatus(root);
  if (wrongStatus !== undefined) {
    const expected = wrongStatus.expected === '2xx' ? 'a success' : wrongStatus.expected;
    return `${withSubject('answers', 'answer')} ${wrongStatus.actual} instead of ${expected}`;
  }
  if (rows.length > 1 && rows.filter(showsEmptyList).length > rows.length / 2)
    return `${withSubject('shows', 'show')} an empty list`;
  const place = findDifferingPlace(root);
  const part = findWrongPart(root, place);
  if (place !== undefined && isMissing(place))
    return truncate(`${withSubject('leaves', 'leave')} out ${part}`, maxTitle);
  const sides = formatSides(place ?? root);
  if (part !== '') return truncate(`${withSubject('gets', 'get')} ${part} wrong${sides}`, maxTitle);
  // Without the verb, the statement would read as if the service followed it.
  return `${withSubject('breaks', 'break')} “${truncate(toPlainText(root.says.replace(/\.$/, '')), maxTitle - 20)}”`;
}

/** Returns the wrong member, the compared subject, or the silence with an answer that is not permitted; empty if unknown. */
function findWrongPart({ expected, requirement }: FindingRow, place?: DifferingPlace): string {
  if (place !== undefined && place.names.length > 0) return toPlainText(place.names.join('.'));
  const { comparedSubject } = splitExpectation(expected);
  if (comparedSubject === 'one of the readings') return requirement;
  return comparedSubject === undefined ? '' : `“${toPlainText(comparedSubject)}”`;
}

/** Returns `: 0 instead of at least 1`, without values that are too long for a title. */
function formatSides({ expected, actual }: Pick<FindingRow, 'expected' | 'actual'>): string {
  const expectation = simplifyExpectation(splitExpectation(expected).value);
  if (actual.length > maxValue) return '';
  return `: ${toPlainText(actual)}${expectation === undefined ? '' : ` instead of ${expectation}`}`;
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
