/** Says how two lists differ: which entries are missing, extra, changed, or in another order. */
import { isDeepStrictEqual } from 'node:util';
import { dropNulls, isObject } from '../../contract/json-pointer.ts';
import type { FindingRow } from '../record/index.ts';
import { formatCount, truncate } from '../wording/index.ts';

type List = readonly unknown[];

/** Members by which a reader knows an entry, the most telling first. */
const keyMembers = ['sequence', 'currency', 'role'];

interface Entry {
  readonly value: unknown;
  /** Equal entries have equal texts. */
  readonly text: string;
  /** Counted from 1. */
  readonly position: number;
  /** Such as `sequence 2`; undefined if nothing identifies the entries of the list. */
  readonly key: string | undefined;
}

function toEntries(list: List): Entry[] {
  const keyMember = findKeyMember(list);
  return list.map((value, index) => ({
    value,
    text: JSON.stringify(dropNulls(value)) ?? 'nothing',
    position: index + 1,
    key: keyMember && isObject(value) ? `${keyMember} ${formatKey(value[keyMember])}` : undefined,
  }));
}

function formatKey(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
}

function findKeyMember(list: List): string | undefined {
  return keyMembers.find((name) =>
    list.every((entry) => isObject(entry) && entry[name] !== undefined),
  );
}

/** Returns what identifies the entries of a list, such as `2 entries: role Author, Editor`; undefined if nothing does. */
export function describeKeys(list: List): string | undefined {
  const keyMember = list.length === 0 ? undefined : findKeyMember(list);
  if (keyMember === undefined) return undefined;
  const keys = list.flatMap((entry) => (isObject(entry) ? [formatKey(entry[keyMember])] : []));
  return `${countEntries(list)}: ${keyMember} ${keys.join(', ')}`;
}

/** Returns the entries that the other list does not have, or has less often. */
function findUnmatched(entries: readonly Entry[], others: readonly Entry[]): Entry[] {
  const left = others.map(({ text }) => text);
  return entries.filter(({ text }) => {
    const index = left.indexOf(text);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/** Says what happened to the entries of a list, such as `drops entries of`; undefined if entries have other values. */
export function describeListChange({ values }: Pick<FindingRow, 'values'>): string | undefined {
  if (!Array.isArray(values?.expected) || !Array.isArray(values.actual)) return undefined;
  const [expected, actual] = [toEntries(values.expected), toEntries(values.actual)];
  const [missing, extra] = [findUnmatched(expected, actual), findUnmatched(actual, expected)];
  if (missing.length > 0 && extra.length > 0) return undefined;
  if (missing.length > 0) return actual.length === 0 ? 'drops' : 'drops entries of';
  if (extra.length > 0) return 'adds entries to';
  const texts = [expected, actual].map((entries) => entries.map(({ text }) => text));
  return isDeepStrictEqual(texts[0], texts[1]) ? undefined : 'changes the order of';
}

/** The most entries to name; the others are counted. */
const maxNamed = 2;

/** Returns both sides by their number of entries, and names the entries that differ. */
export function compareLists(
  subject: string,
  expectedList: List,
  actualList: List,
): { readonly expected: string; readonly actual: string } {
  const [expected, actual] = [toEntries(expectedList), toEntries(actualList)];
  const missing = findUnmatched(expected, actual);
  const extra = findUnmatched(actual, expected);
  const findChanged = ({ key }: Entry): Entry | undefined =>
    extra.find((other) => key !== undefined && other.key === key);
  const changed = missing.flatMap((entry) => findChanged(entry) ?? []);
  const added = extra.filter((entry) => !changed.includes(entry));
  const parts = [
    ...listLimited(missing.map((entry) => describeMissing(entry, findChanged(entry)))),
    ...listLimited([...new Set(added.map((entry) => describeExtra(entry, actual)))]),
  ];
  const difference = parts.join(', ') || 'the same in another order';
  return {
    expected: `${subject}: ${countEntries(expected)}`,
    actual: `${countEntries(actual)}, ${difference}`,
  };
}

function describeMissing({ key, text, position, value }: Entry, changed?: Entry): string {
  if (changed !== undefined)
    return `another ${listChangedMembers(value, changed.value).join(' and ')} in ${key}`;
  return `without ${key === undefined ? text : `entry ${position} (${key})`}`;
}

function listChangedMembers(expected: unknown, actual: unknown): string[] {
  if (!isObject(expected) || !isObject(actual)) return ['value'];
  return Object.keys({ ...expected, ...actual }).filter(
    (name) => !isDeepStrictEqual(expected[name] ?? null, actual[name] ?? null),
  );
}

function describeExtra({ key, text, position }: Entry, all: readonly Entry[]): string {
  if (key === undefined) return `and also ${text}`;
  const twins = all.filter((entry) => entry.key === key).map((entry) => entry.position);
  return twins.length > 1
    ? `${twins.length} of ${key} (entries ${twins.join(' and ')})`
    : `and also entry ${position} (${key})`;
}

function countEntries(list: List): string {
  return formatCount(list.length, 'entry', 'entries');
}

function listLimited(texts: readonly string[]): string[] {
  const hidden = texts.length - maxNamed;
  return [
    ...texts.slice(0, maxNamed).map((text) => truncate(text, maxNamedLength)),
    ...(hidden > 0 ? [`and ${hidden} more`] : []),
  ];
}

/** The most characters of an entry that nothing identifies. */
const maxNamedLength = 120;
