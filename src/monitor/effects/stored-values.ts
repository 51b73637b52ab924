/** Predicts the values that a field may show after a create or an update. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { classifyDate } from '../expectations/index.ts';
import {
  anyValue,
  unite,
  exactly,
  getOnlyValue,
  getComparison,
  getHabit,
  type ClientField,
  type PossibleValues,
  type World,
} from '../world/index.ts';
import type { Change } from './change.ts';

const documentedKeys: Readonly<Partial<Record<ClientField, readonly string[]>>> = {
  contributor: ['firstName', 'lastName', 'role'],
  price: ['currency', 'price'],
  audioDetails: ['audioLength', 'audioEdition'],
};

/** Returns a value without undocumented members, which the service may drop. */
function keepDocumentedKeys(name: ClientField, value: unknown): unknown {
  const keys = documentedKeys[name];
  if (keys === undefined) return value;
  if (isArray(value)) return value.map((entry) => keepDocumentedKeys(name, entry));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)));
}

/** Returns true for strings that a service may trim, truncate or normalise. */
function isOpenText(value: unknown): boolean {
  return typeof value === 'string' && (value.length > 1000 || /[\p{Cc}\p{Cs}\p{Cn}]/u.test(value));
}

/** Returns the values that a new or changed field may show, regardless of the format of the book. */
function getStoredValues(name: ClientField, value: unknown): PossibleValues {
  if (name === 'publicationDate' && typeof value === 'string' && classifyDate(value) !== 'valid') {
    return anyValue;
  }
  const isOpen = isOpenText(value) || (isArray(value) && value.some(hasOpenText));
  return isOpen ? anyValue : exactly(keepDocumentedKeys(name, value));
}

function hasOpenText(entry: unknown): boolean {
  return isObject(entry) ? Object.values(entry).some(isOpenText) : isOpenText(entry);
}

/** Fields that the document describes for one format only. */
const onlyFormats: Readonly<Partial<Record<ClientField, string>>> = {
  isbn: 'print',
  audioDetails: 'audio',
};

/** Returns the values that a field may show after a create with or without this value. */
export function getCreatedValues(
  name: ClientField,
  value: unknown,
  format: unknown,
): PossibleValues {
  const onlyFormat = onlyFormats[name];
  if (value === undefined || value === null) {
    // The document does not say whether the service fills in fields that a format is expected to have.
    if (onlyFormat !== undefined) return onlyFormat === format ? anyValue : exactly(null);
    if (name === 'isFinalVersion') return exactly(false);
    return exactly(name === 'keyword' ? [] : null);
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

/** Returns the values that a field may show after an update. */
export function computeUpdate(
  name: ClientField,
  value: unknown,
  update: StateBeforeUpdate,
): Change {
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
  if (!isArray(value) && name !== 'audioDetails') return { newValue: stored };
  const merged = isArray(value) ? mergeLists(previous, value, name) : mergeDetails(previous, value);
  return chooseByHabit({ replaced: stored, merged }, name, update);
}

/**
 * The document does not say whether an array or an object replaces the stored one or is merged with
 * it. A service that did one of the two with a field has to do the same each time.
 */
function chooseByHabit(
  values: Readonly<Record<'replaced' | 'merged', PossibleValues>>,
  name: ClientField,
  { world }: StateBeforeUpdate,
): Change {
  const subject = `update of ${name}`;
  const habit = getHabit(world, subject);
  if (habit === 'replaced' || habit === 'merged') return { newValue: values[habit] };
  const newValue = unite(values.replaced, values.merged, getComparison(name));
  return { newValue, choice: { subject, byHabit: values } };
}

function mergeLists(
  previous: PossibleValues,
  value: readonly unknown[],
  name: ClientField,
): PossibleValues {
  if ('except' in previous) return anyValue;
  const among = previous.among.map((list) => mergeEntries(isArray(list) ? list : [], value, name));
  return { among };
}

function mergeEntries(
  list: readonly unknown[],
  value: readonly unknown[],
  name: ClientField,
): unknown {
  const entries = [...list, ...value.map((entry) => keepDocumentedKeys(name, entry))];
  const toKey = (entry: unknown) =>
    name === 'language' && typeof entry === 'string' ? entry.toUpperCase() : canonical(entry);
  return [...new Map(entries.map((entry) => [toKey(entry), entry])).values()];
}

function mergeDetails(previous: PossibleValues, value: unknown): PossibleValues {
  const details = getOnlyValue(previous)?.value;
  return exactly(keepDocumentedKeys('audioDetails', { ...Object(details), ...Object(value) }));
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
