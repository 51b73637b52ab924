/** Predicts the values that a field may show after a create or an update. */
import { readFields } from '../../contract/fields.ts';
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { classifyDate } from '../../contract/value-formats.ts';
import {
  anyValue,
  exactly,
  getComparison,
  getHabit,
  getOnlyValue,
  type PossibleValues,
  unite,
  type World,
} from '../world/index.ts';
import type { Change } from './change.ts';

/** Returns a value without undocumented members, which the service may drop. */
function keepDocumentedKeys(name: string, value: unknown): unknown {
  const keys = readFields().members[name] ?? [];
  if (keys.length === 0) return value;
  if (isArray(value)) return value.map((entry) => keepDocumentedKeys(name, entry));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)));
}

/** Returns true for strings that a service may trim, truncate or normalise. */
function isOpenText(value: unknown): boolean {
  return typeof value === 'string' && (value.length > 1000 || /[\p{Cc}\p{Cs}\p{Cn}]/u.test(value));
}

/** Returns the values that a new or changed field may show, regardless of the format of the book. */
function getStoredValues(name: string, value: unknown): PossibleValues {
  if (name === 'publicationDate' && typeof value === 'string' && classifyDate(value) !== 'valid') {
    return anyValue;
  }
  // An empty text may be stored as none.
  if (value === '') return { among: ['', null] };
  const isOpen = isOpenText(value) || (isArray(value) && value.some(hasOpenText));
  return isOpen ? anyValue : exactly(keepDocumentedKeys(name, value));
}

function hasOpenText(entry: unknown): boolean {
  return isObject(entry) ? Object.values(entry).some(isOpenText) : isOpenText(entry);
}

/** Fields that the document describes for one format only. */
const onlyFormats: Readonly<Record<string, string>> = {
  isbn: 'print',
  audioDetails: 'audio',
};

/**
 * Returns whether a service may fill in a field that a create leaves out. Only the client chooses an external id, and a
 * default is stated.
 */
function mayBeFilledIn(name: string): boolean {
  return name !== 'externalId' && !(name in readFields().defaults);
}

/** Returns whether few readers expect a service to fill in a field: the document describes it for another format, or for all. */
export function isFilledInUnexpectedly(name: string, value: unknown, format: unknown): boolean {
  const isLeftOut = value === undefined || value === null;
  return (
    isLeftOut && name !== 'isFinalVersion' && mayBeFilledIn(name) && onlyFormats[name] !== format
  );
}

/** Returns the values that a field may show after a create with or without this value. */
export function getCreatedValues(name: string, value: unknown, format: unknown): PossibleValues {
  const onlyFormat = onlyFormats[name];
  if (value === undefined || value === null) {
    if (name === 'isFinalVersion') return exactly(false);
    const { [name]: defaultValue } = readFields().defaults;
    if (mayBeFilledIn(name)) return anyValue;
    // The document does not say how a book without the entries of a list shows that.
    return readFields().lists.includes(name)
      ? { among: [defaultValue, []] }
      : exactly(defaultValue ?? null);
  }
  if (name === 'isFinalVersion') return { among: [false, value] };
  const stored = getStoredValues(name, value);
  return onlyFormat === undefined || onlyFormat === format
    ? stored
    : unite(stored, exactly(null), getComparison(name));
}

interface StateBeforeUpdate {
  readonly previous: PossibleValues;
  readonly format: unknown;
  readonly world: World;
}

/** Returns whether an update may add a value to the stored one instead of replacing it. */
export function mayBeMerged(name: string, value: unknown, world: World): boolean {
  return (isArray(value) || isObject(value)) && getHabit(world, toSubject(name)) !== 'replaced';
}

/** Returns what a habit of updates is about. */
function toSubject(name: string): string {
  return `update of ${name}`;
}

/** Returns the values that a field may show after an update. */
export function computeUpdate(name: string, value: unknown, update: StateBeforeUpdate): Change {
  const { previous, format } = update;
  const isSame = getComparison(name);
  if (value === null) return { newValue: unite(previous, exactly(null), isSame) };
  const stored = getStoredValues(name, value);
  const onlyFormat = onlyFormats[name];
  if (onlyFormat !== undefined && onlyFormat !== format) {
    return { newValue: unite(unite(stored, previous, isSame), exactly(null), isSame) };
  }
  if (name === 'externalId' || name === 'format')
    return { newValue: unite(stored, previous, isSame) };
  if (!isArray(value) && !isObject(value)) return { newValue: stored };
  const merged = isArray(value)
    ? mergeLists(previous, value, name)
    : mergeMembers(previous, value, name);
  return chooseByHabit({ replaced: stored, merged }, name, update);
}

/**
 * The document does not say whether an array or an object replaces the stored one or is merged with
 * it. A service that did one of the two with a field has to do the same each time.
 */
function chooseByHabit(
  values: Readonly<Record<'replaced' | 'merged', PossibleValues>>,
  name: string,
  { world }: StateBeforeUpdate,
): Change {
  const subject = toSubject(name);
  const habit = getHabit(world, subject);
  if (habit === 'replaced' || habit === 'merged') return { newValue: values[habit] };
  const newValue = unite(values.replaced, values.merged, getComparison(name));
  return { newValue, choice: { subject, byHabit: values } };
}

function mergeLists(
  previous: PossibleValues,
  value: readonly unknown[],
  name: string,
): PossibleValues {
  if ('except' in previous) return anyValue;
  const among = previous.among.map((list) => mergeEntries(isArray(list) ? list : [], value, name));
  return { among };
}

function mergeEntries(list: readonly unknown[], value: readonly unknown[], name: string): unknown {
  const entries = [...list, ...value].map((entry) => keepDocumentedKeys(name, entry));
  const toKey = (entry: unknown) =>
    name === 'language' && typeof entry === 'string' ? entry.toUpperCase() : canonical(entry);
  return [...new Map(entries.map((entry) => [toKey(entry), entry])).values()];
}

function mergeMembers(previous: PossibleValues, value: object, name: string): PossibleValues {
  const members = getOnlyValue(previous)?.value;
  return exactly(keepDocumentedKeys(name, { ...Object(members), ...value }));
}

/** Returns a value as JSON with sorted keys. */
function canonical(value: unknown): string {
  if (isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}
