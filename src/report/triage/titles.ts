/** Writes the title of a cause: what the service does instead of the broken statement, without generated values. */
import { findRequirementFields } from '../../contract/requirement-lines.ts';
import { isObject } from '../../contract/json-pointer.ts';
import { readParamNames } from '../../monitor/index.ts';
import type { FindingRow } from '../record/index.ts';
import { formatCount, formatNumber, toPlainText } from '../wording/index.ts';
import {
  findDifferingPlace,
  findWrongStatus,
  isAnyRefusal,
  isMissing,
  splitExpectation,
  type DifferingPlace,
  type WrongStatus,
} from './differing-place.ts';
import {
  describeKey,
  findBlamedOperation,
  findLaterWriter,
  findWriter,
  findWrongCall,
  findWrongReader,
  isAboutRefusal,
} from './drift-calls.ts';
import {
  describeCountDifference,
  describeListChange,
  describeUncountedBooks,
} from './list-difference.ts';
import { describeSharedPart, isPermittedValue } from './shared-part.ts';
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
  const withSubject = createSubject(operations);
  const wrongStatus = findWrongStatus(root);
  const blamed = findBlamedOperation(root);
  if (isAboutRefusal(root) && wrongStatus !== undefined && blamed !== root.operation)
    return `${blamed} carries out a request that it refuses`;
  if (describeUncountedBooks(root) !== undefined)
    return `${withSubject('shows', 'show')} more books than the total counts`;
  const failures = describeFailures(root);
  if (failures !== undefined) return failures;
  if (
    rows.filter(isWronglyAccepted).length > rows.length / 2 &&
    operations.length >= manyOperations &&
    new Set(rows.map(describeInvalidPart)).size > 1
  )
    return `${operations.length} operations accept requests that must be refused`;
  if (wrongStatus !== undefined) return formatStatusTitle(root, wrongStatus, withSubject);
  if (rows.length > 1 && rows.filter(showsEmptyList).length > rows.length / 2)
    return `${withSubject('shows', 'show')} an empty list`;
  // A call that shows a value which was never stored is not at fault.
  const writers = rows.flatMap((row) => (findLaterWriter(row) ? [] : (findWriter(row) ?? [])));
  const ofWriters = createSubject([...new Set(writers)]);
  return formatOldValueTitle(rows, root) ?? formatValueTitle(root, withSubject, ofWriters);
}

type Subject = (singular: string, plural: string) => string;

function createSubject(operations: readonly string[]): Subject {
  const [first = 'The service', second, ...others] = operations;
  if (second === undefined) return (singular) => `${first} ${singular}`;
  const several =
    others.length === 0 ? `${first} and ${second}` : `${operations.length} operations`;
  return (_singular, plural) => `${several} ${plural}`;
}

function formatStatusTitle(root: FindingRow, wrongStatus: WrongStatus, subject: Subject): string {
  const { actual, permittedStatuses } = wrongStatus;
  const mustBeRefused = permittedStatuses.every((status) => Number(status) >= 400);
  const isSuccess = wrongStatus.expected === '2xx';
  const refusal = isAnyRefusal(permittedStatuses) ? 'a refusal' : wrongStatus.expected;
  const expected = isSuccess ? 'a success' : refusal;
  const isAccepted = actual < 300 && mustBeRefused;
  const isRefused = actual >= 400 && permittedStatuses.every((status) => status.startsWith('2'));
  const sent = isAccepted ? describeInvalidPart(root) : undefined;
  const statuses = `(${actual}, should be ${expected})`;
  if (sent !== undefined) return `${subject('accepts', 'accept')} ${sent} ${statuses}`;
  if (mustBeRefused && actual >= 400) {
    const invalid = isAboutPart(root) ? describeInvalidPart(root) : undefined;
    if (invalid !== undefined)
      return `${subject('answers', 'answer')} ${invalid} with ${actual} instead of ${expected}`;
  }
  const common = isRefused ? describeSharedPart(root) : undefined;
  if (common !== undefined) return `${subject('refuses', 'refuse')} ${common} ${statuses}`;
  const [named] = isRefused ? readNamedFields(root) : [];
  if (named !== undefined) return `${subject('refuses', 'refuse')} a valid ${named} ${statuses}`;
  return `${subject('answers', 'answer')} ${actual} instead of ${expected}, ${quoteRule(root)}`;
}

/** Says how often an operation fails with a 5xx; undefined if it does not, or if it always does. */
export function describeFailures(row: FindingRow): string | undefined {
  const { judged, exchange, operation } = row;
  if (judged?.of !== 'calls' || judged.drifted === judged.times) return undefined;
  const calls = formatCount(judged.times, 'call');
  return `${operation} fails with ${exchange?.status} in ${formatNumber(judged.drifted)} of ${calls}`;
}

/** Returns true if the requirement is about a key or about certain members. */
function isAboutPart({ requirement }: FindingRow): boolean {
  return /^(auth|account)\./.test(requirement) || findRequirementFields(requirement).length > 0;
}

/** Returns the part of the request that should have been refused, such as `an invalid isbn`; undefined if unknown. */
function describeInvalidPart(row: FindingRow): string | undefined {
  const { sent = [], requirement, exchange } = row;
  if (/^(auth|account)\./.test(requirement)) return describeKey(row);
  const own = sent.filter(({ request }) => exchange === undefined || request === exchange.number);
  const part = sent.find(({ value }) => typeof value === 'boolean') ?? own[0];
  if (part === undefined) return undefined;
  if (requirement.includes('hash-mismatch')) return `a ${part.name} of other bytes`;
  return typeof part.value === 'boolean' ? `${part.name} ${part.value}` : `an invalid ${part.name}`;
}

/** Returns the sent members that a refusal names, without positions. */
function readNamedFields({ exchange }: FindingRow): string[] {
  const body = exchange?.requestBody;
  return readParamNames(exchange?.responseBody)
    .filter((name) => /^[a-z][\w.]*$/i.test(name))
    .filter((name) => isObject(body) && Object.hasOwn(body, name.replace(/\..*$/, '')))
    .map((name) => name.replaceAll(/\.\d+/g, ''));
}

/** Returns the title of a read that shows old values; undefined for other causes. */
function formatOldValueTitle(rows: readonly FindingRow[], root: FindingRow): string | undefined {
  const reader = findWrongReader(root);
  if (reader === undefined || !rows.some(({ shows }) => shows === 'the earlier value'))
    return undefined;
  const names = new Set(rows.flatMap((row) => findDifferingPlace(row)?.names[0] ?? []));
  const [first] = findDifferingPlace(root)?.names ?? names;
  const others = names.size - 1;
  const more = others === 0 ? '' : ` and ${formatCount(others, 'other field')}`;
  return `${reader} shows the old ${first}${more}`;
}

function formatValueTitle(root: FindingRow, subject: Subject, ofWriters: Subject): string {
  const place = findDifferingPlace(root);
  const part = findWrongPart(root, place);
  const writer = findWriter(root);
  if (part !== '' && root.shows === 'the refused value')
    return `${findWrongCall(root)?.operation ?? 'A call'} stores ${part} of a request ${root.requirement.startsWith('account.') ? 'of another account ' : ''}that it refuses`;
  if (part !== '' && findLaterWriter(root) !== undefined)
    return `${findLaterWriter(root)} changes ${part}, which its request leaves out`;
  if (part !== '' && writer !== undefined) {
    if (root.shows === 'the sent value')
      return `${writer} stores ${part}, which only the service sets`;
    const change = describeListChange(root);
    if (change !== undefined) return `${writer} ${change} ${part}`;
    if (root.shows === 'the earlier value') return `${writer} keeps the old ${part}`;
    const notStored = `${ofWriters('does', 'do')} not store ${part}`;
    return place !== undefined && isMissing(place)
      ? notStored
      : `${notStored} as sent${formatSides(place ?? root, true)}`;
  }
  const [, unnamed] = /^a list that names (.+)$/.exec(root.expected) ?? [];
  if (unnamed !== undefined && part === 'invalidParams')
    return `${subject('does', 'do')} not name ${unnamed} in invalidParams`;
  if (place !== undefined && isMissing(place)) return `${subject('leaves', 'leave')} out ${part}`;
  const [, filter] = /^list\.(.+)-filter$/.exec(root.requirement) ?? [];
  if (filter !== undefined) return `${subject('does', 'do')} not filter by ${filter}`;
  if (part !== '') {
    const isMember = root.pointer?.includes('/attributes/') === true;
    const sides = formatSides(place ?? root, isMember).replace(/^: /, ' as ');
    const call = isMember ? findWrongCall(root)?.operation : undefined;
    // Other values may be generated.
    const value = part === 'status' ? root.actual : 'wrong';
    if (call !== undefined)
      return `after ${call}, ${part} is ${sides === '' ? `${value}, ${quoteRule(root)}` : sides.slice(4)}`;
    return sides === ''
      ? `${subject('shows', 'show')} the wrong ${part}, ${quoteRule(root)}`
      : `${subject('shows', 'show')} ${part}${sides}`;
  }
  return formatCountTitle(root, subject);
}

function formatCountTitle(root: FindingRow, subject: Subject): string {
  const count = describeCountDifference(root);
  return count === undefined
    ? `${subject('breaks', 'break')} the rule “${selectSentence(root)}”`
    : `${subject('shows', 'show')} ${count}, ${quoteRule(root)}`;
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
  { expected, actual: whole }: Pick<FindingRow, 'expected' | 'actual'>,
  isMember = false,
): string {
  // A count may be followed by what was counted.
  const actual = /^\d+ [a-z]+(?=: )/.exec(whole)?.[0] ?? whole;
  const { value } = splitExpectation(expected);
  const expectation = simplifyExpectation(value);
  const isReading = expected.startsWith('one of the readings');
  // Texts of a book are generated, but not small numbers such as counts.
  const isStable = (text: string): boolean =>
    isReading ||
    isPermittedValue(text) ||
    (isMember ? /^\d{1,2}\b/.test(text) : !/^["[{]/.test(text));
  const isRule = value.startsWith('a value that must');
  if (actual.length > maxValue || !isStable(actual)) return '';
  return expectation !== undefined && (isRule || isStable(expectation))
    ? `: ${toPlainText(actual)} instead of ${expectation}`
    : '';
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
