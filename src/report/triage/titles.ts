/** Writes the title of a cause: what the service does instead of the broken statement, without generated values. */
import { listPermittedValues } from '../../contract/fields.ts';
import { readParamNames } from '../../monitor/index.ts';
import type { FindingRow } from '../record/index.ts';
import { toPlainText } from '../wording/index.ts';
import {
  describeListChange,
  findDifferingPlace,
  findWrongStatus,
  isAnyRefusal,
  isMissing,
  splitExpectation,
  type DifferingPlace,
  type WrongStatus,
} from './differing-place.ts';
import { describeKey, findLaterWriter, findWriter, findWrongCall } from './drift-calls.ts';
import { isWronglyAccepted, manyOperations, showsEmptyList } from './signs.ts';

/** The most characters of a value in a title. */
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
  const withSubject: Subject = (singular, plural) =>
    others.length === 0 ? `${first} ${singular}` : `${operations.length} operations ${plural}`;
  const wrongStatus = findWrongStatus(root);
  if (
    rows.filter(isWronglyAccepted).length > rows.length / 2 &&
    others.length >= manyOperations - 1 &&
    new Set(rows.map(describeInvalidPart)).size > 1
  )
    return `${operations.length} operations accept requests that must be refused`;
  if (wrongStatus !== undefined) return formatStatusTitle(root, wrongStatus, withSubject);
  if (rows.length > 1 && rows.filter(showsEmptyList).length > rows.length / 2)
    return `${withSubject('shows', 'show')} an empty list`;
  return formatValueTitle(root, withSubject);
}

type Subject = (singular: string, plural: string) => string;

function formatStatusTitle(root: FindingRow, wrongStatus: WrongStatus, subject: Subject): string {
  const { actual, permittedStatuses } = wrongStatus;
  const mustBeRefused = permittedStatuses.every((status) => Number(status) >= 400);
  const isSuccess = wrongStatus.expected === '2xx';
  const refusal = isAnyRefusal(permittedStatuses) ? 'a refusal' : wrongStatus.expected;
  const expected = isSuccess ? 'a success' : refusal;
  const isAccepted = actual < 300 && mustBeRefused;
  const isRefused = actual >= 400 && permittedStatuses.every((status) => status.startsWith('2'));
  const sent = isAccepted ? describeInvalidPart(root) : undefined;
  if (actual >= 500 && isPartly(root))
    return `${subject('fails', 'fail')} with ${actual} in some calls`;
  const statuses = `(${actual}, should be ${expected})`;
  if (sent !== undefined) return `${subject('accepts', 'accept')} ${sent} ${statuses}`;
  const [named] = isRefused ? readNamedFields(root) : [];
  if (named !== undefined) return `${subject('refuses', 'refuse')} a valid ${named} ${statuses}`;
  return `${subject('answers', 'answer')} ${actual} instead of ${expected}, ${quoteRule(root)}`;
}

/** Returns true if calls of the same operation succeeded too. */
function isPartly({ judged }: FindingRow): boolean {
  return judged !== undefined && judged.drifted < judged.times;
}

/** Returns the part of the request that should have been refused, such as `an invalid isbn`; undefined if unknown. */
function describeInvalidPart(row: FindingRow): string | undefined {
  const { sent = [], requirement } = row;
  if (/^(auth|account)\./.test(requirement)) return describeKey(row);
  const part = sent.find(({ value }) => typeof value === 'boolean') ?? sent[0];
  if (part === undefined) return undefined;
  return typeof part.value === 'boolean' ? `${part.name} ${part.value}` : `an invalid ${part.name}`;
}

/** Returns the names of the invalid parameters that a refusal gives, without positions. */
function readNamedFields({ exchange }: FindingRow): string[] {
  return readParamNames(exchange?.responseBody).filter((name) => /^[a-z][\w.]*$/i.test(name));
}

function formatValueTitle(root: FindingRow, subject: Subject): string {
  const place = findDifferingPlace(root);
  const part = findWrongPart(root, place);
  const writer = findWriter(root);
  if (part !== '' && root.shows === 'the refused value')
    return `${findWrongCall(root)?.operation ?? 'A call'} stores ${part} of a request that it refuses`;
  if (part !== '' && findLaterWriter(root) !== undefined)
    return `${findLaterWriter(root)} changes ${part}, which its request leaves out`;
  if (part !== '' && writer !== undefined) {
    const change = describeListChange(root);
    if (change !== undefined) return `${writer} ${change} ${part}`;
    if (root.shows === 'the earlier value') return `${writer} keeps the old ${part}`;
    if (place !== undefined && isMissing(place)) return `${writer} does not store ${part}`;
    return `${writer} does not store ${part} as sent${formatSides(place ?? root, true)}`;
  }
  if (place !== undefined && isMissing(place)) return `${subject('leaves', 'leave')} out ${part}`;
  const [, filter] = /^list\.(.+)-filter$/.exec(root.requirement) ?? [];
  if (filter !== undefined) return `${subject('does', 'do')} not filter by ${filter}`;
  if (part !== '') {
    const sides = formatSides(place ?? root).replace(/^: /, ' as ');
    return sides === ''
      ? `${subject('shows', 'show')} a wrong ${part}, ${quoteRule(root)}`
      : `${subject('shows', 'show')} ${part}${sides}`;
  }
  return `${subject('breaks', 'break')} the rule “${selectSentence(root)}”`;
}

/** Returns the broken statement with words that keep it from reading as what the service does. */
function quoteRule(root: FindingRow): string {
  return `against the rule “${selectSentence(root)}”`;
}

/** Returns the first sentence of the requirement, whole and without its full stop. */
function selectSentence({ says }: FindingRow): string {
  return toPlainText(says.replace(/\.(\s.*)?$/s, ''));
}

/** Returns the wrong member, the compared subject, or the silence with an answer that is not permitted; empty if unknown. */
function findWrongPart({ expected, requirement }: FindingRow, place?: DifferingPlace): string {
  if (place !== undefined && place.names.length > 0) return toPlainText(place.names.join('.'));
  const { comparedSubject } = splitExpectation(expected);
  if (comparedSubject === 'one of the readings') return requirement;
  return comparedSubject === undefined ? '' : `“${toPlainText(comparedSubject)}”`;
}

/** Returns `: 0 instead of at least 1`, unless a value was generated or is too long for a title. */
function formatSides(
  { expected, actual }: Pick<FindingRow, 'expected' | 'actual'>,
  wasSent = false,
): string {
  const expectation = simplifyExpectation(splitExpectation(expected).value);
  const isReading = expected.startsWith('one of the readings');
  const isStable = (value: string): boolean =>
    isReading ||
    (wasSent ? isPermittedValue(value) : !/^["[{]/.test(value) || isPermittedValue(value));
  if (actual.length > maxValue || !isStable(actual)) return '';
  return expectation !== undefined && isStable(expectation)
    ? `: ${toPlainText(actual)} instead of ${expectation}`
    : '';
}

/** Returns true for a value that is the same in every run: a boolean, or a value that the contract lists. */
function isPermittedValue(value: string): boolean {
  const text = value.replaceAll(/^"|"$/g, '');
  return /^(true|false|null|\[\])$/.test(text) || listPermittedValues().has(text);
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
