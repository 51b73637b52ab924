/** Writes the title of a cause: what the service does instead of the broken statement, without generated values. */
import { type FindingRow, isAboutRefusal } from '../record/index.ts';
import { formatCount, formatNumber, toPlainText } from '../wording/index.ts';
import {
  findDifferingPlace,
  findWrongStatus,
  isMissing,
  splitExpectation,
  type DifferingPlace,
} from './differing-place.ts';
import {
  findBlamedOperation,
  findLaterWriter,
  findWriter,
  findWrongCall,
  findWrongReader,
} from './drift-calls.ts';
import { describeListChange } from './list-difference.ts';
import { isPermittedValue } from './shared-part.ts';
import { isWronglyAccepted, manyOperations, showsEmptyList } from './signs.ts';
import {
  createSubject,
  describeInvalidPart,
  formatStatusTitle,
  type Subject,
} from './status-titles.ts';
import { describeUncountedBooks } from './uncounted-books.ts';

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
  if (root.expected.startsWith('422, because the external id of the book is '))
    return `${withSubject('finds', 'find')} a book by an external id that it no longer has`;
  if (/ as the total of .* says$/.test(root.expected) && describeCountDifference(root))
    return `${withSubject('shows', 'show')} fewer books than the total counts`;
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
  if (wrongStatus !== undefined) return formatStatusTitle({ rows, root }, wrongStatus, withSubject);
  if (rows.length > 1 && rows.filter(showsEmptyList).length > rows.length / 2)
    return `${withSubject('shows', 'show')} an empty list`;
  // A call that shows a value which was never stored is not at fault.
  const writers = rows.flatMap((row) => (findLaterWriter(row) ? [] : (findWriter(row) ?? [])));
  const ofWriters = createSubject([...new Set(writers)]);
  return formatOldValueTitle(rows, root) ?? formatValueTitle(root, withSubject, ofWriters);
}

/** Says how often an operation fails with a 5xx; undefined if it does not, or if it always does. */
export function describeFailures(row: FindingRow): string | undefined {
  const { judged, exchange, operation } = row;
  if (judged?.of !== 'calls' || judged.drifted === judged.times) return undefined;
  const calls = formatCount(judged.times, 'call');
  return `${operation} fails with ${exchange?.status} in ${formatNumber(judged.drifted)} of ${calls}`;
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
  if (part !== '' && isLowerCase(place ?? root))
    return `${subject('shows', 'show')} ${part} in lower case`;
  if (part !== '' && root.shows === 'the refused value')
    return `${findWrongCall(root)?.operation ?? 'A call'} stores ${part} of a request ${root.requirement.startsWith('account.') ? 'of another account ' : ''}that it refuses`;
  if (part !== '' && findLaterWriter(root) !== undefined)
    return `${findLaterWriter(root)} changes ${part}, which its request leaves out`;
  if (part !== '' && part !== 'status' && writer !== undefined) {
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
  return formatShownTitle(root, part, subject);
}

/** Returns the title of a drift that no write explains. */
function formatShownTitle(root: FindingRow, part: string, subject: Subject): string {
  const place = findDifferingPlace(root);
  const [, unnamed] = /^a list that names (.+)$/.exec(root.expected) ?? [];
  if (unnamed !== undefined && part === 'invalidParams')
    return `${subject('does', 'do')} not name ${unnamed} in invalidParams`;
  if (place !== undefined && isMissing(place)) return `${subject('leaves', 'leave')} out ${part}`;
  const [, filter] = /^list\.(.+)-filter$/.exec(root.requirement) ?? [];
  if (filter !== undefined) return `${subject('does', 'do')} not filter by ${filter}`;
  const walk = describeWalk(root);
  if (walk !== undefined) return `${subject(...walk)} on a walk over its pages`;
  if (part !== '') return formatPartTitle(root, part, subject);
  const count = describeCountDifference(root);
  if (count !== undefined) return `${subject('shows', 'show')} ${count}`;
  const symptom = symptoms[root.requirement];
  return symptom === undefined
    ? `${subject('breaks', 'break')} the rule “${selectSentence(root)}”`
    : subject(symptom, symptom);
}

/** What a service does that breaks a requirement of several calls, of which no single value is wrong. */
const symptoms: Readonly<Record<string, string>> = {
  'delete.deletes': 'keeps a book after an accepted delete',
  'put.used-url': 'takes other bytes at a used upload URL',
  'upload.url-per-file': 'gives two files the same upload URL',
};

/** Returns the title of a wrong value; a value may be generated, but not a status. */
function formatPartTitle(root: FindingRow, part: string, subject: Subject): string {
  const difference = findDifferingPlace(root) ?? root;
  const isMember = root.pointer?.includes('/attributes/') === true;
  const isStatus = part === 'status';
  const isSingle = /^(?:status: )?"?\w+"?$/.test(difference.expected);
  const sides = formatSides(difference, isMember, isStatus && isSingle).slice(2);
  const text = isStatus ? sides.replaceAll('"', '') : sides;
  const call = isMember ? findWrongCall(root) : undefined;
  if (call !== undefined && call.status >= 400)
    return `a refused ${call.operation} changes ${part}${text.replace(/^(.*) instead of .*/, ' to $1')}`;
  // Other values may be generated.
  const value = isStatus ? root.actual : 'wrong';
  if (call !== undefined) return `after ${call.operation}, ${part} is ${text || value}`;
  const shows = subject('shows', 'show');
  return text === '' ? `${shows} the wrong ${part}` : `${shows} ${part} as ${text}`;
}

/** Returns what happened to the books on a walk over all pages, in the singular and the plural. */
function describeWalk({ expected, values }: FindingRow): [string, string] | undefined {
  const { expected: wanted, actual: seen } = values ?? {};
  if (!/ on a walk by \w+: /.test(expected) || !Array.isArray(wanted) || !Array.isArray(seen))
    return undefined;
  if (new Set(seen).size < seen.length) return ['shows a book twice', 'show a book twice'];
  return wanted.every((id) => seen.includes(id))
    ? ['shows other books', 'show other books']
    : ['leaves out a book', 'leave out a book'];
}

/** Returns true for a value in lower case that should be in upper case. */
function isLowerCase({ expected, actual }: Pick<FindingRow, 'expected' | 'actual'>): boolean {
  const wanted = expected.endsWith(' "^[^a-z]*$"') ? actual.toUpperCase() : expected;
  return actual !== wanted && actual === actual.toLowerCase() && wanted === actual.toUpperCase();
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
  isListed = false,
): string {
  // A count may be followed by what was counted.
  const actual = /^\d+ [a-z]+(?=: )/.exec(whole)?.[0] ?? whole;
  const { value } = splitExpectation(expected);
  const expectation = simplifyExpectation(value);
  const isReading = expected.startsWith('one of the readings');
  // Texts of a book are generated, but not small numbers such as counts.
  const isStable = (text: string): boolean =>
    isReading ||
    isListed ||
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

/** Returns `too few grants` for `3 grants` and `2 grants`; undefined if the two sides do not count the same things. */
function describeCountDifference({ expected, actual }: FindingRow): string | undefined {
  const [wanted, shown] = [readCount(expected), readCount(actual)];
  if (wanted === undefined || wanted.noun !== shown?.noun || wanted.number === shown.number)
    return undefined;
  return `${shown.number < wanted.number ? 'too few' : 'too many'} ${wanted.noun}s`;
}

function readCount(side: string) {
  const [, number = '', noun = ''] =
    /^(?:at (?:most|least) )?([\d,]+) ([a-z]+?)s?\b/.exec(side) ?? [];
  return noun === '' ? undefined : { number: Number(number.replaceAll(',', '')), noun };
}
