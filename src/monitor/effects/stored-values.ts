/** Returns the values that a sent value may be stored as. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { canonical } from '../canonical.ts';
import { kindOfDate } from '../expectations/index.ts';
import {
  anything,
  eitherOf,
  exactly,
  onlyValue,
  sameIn,
  getHabit,
  type Choice,
  type ClientField,
  type Possible,
  type World,
} from '../world/index.ts';

const members: Readonly<Partial<Record<ClientField, readonly string[]>>> = {
  contributor: ['firstName', 'lastName', 'role'],
  price: ['currency', 'price'],
  audioDetails: ['audioLength', 'audioEdition'],
};

/** Returns the documented members of a value. The service may drop the others. */
function keepDocumentedKeys(name: ClientField, value: unknown): unknown {
  const kept = members[name];
  if (kept === undefined) return value;
  if (isArray(value)) return value.map((entry) => keepDocumentedKeys(name, entry));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => kept.includes(key)));
}

/** Returns true for strings that a service may trim, cut or normalise. */
function isOpenText(value: unknown): boolean {
  return typeof value === 'string' && (value.length > 1000 || /[\p{Cc}\p{Cs}\p{Cn}]/u.test(value));
}

/** Returns the values that a new or changed field may show, regardless of the format of the book. */
function storedAs(name: ClientField, value: unknown): Possible {
  if (name === 'publicationDate' && typeof value === 'string' && kindOfDate(value) !== 'valid') {
    return anything;
  }
  const open = isOpenText(value) || (isArray(value) && value.some(hasOpenText));
  return open ? anything : exactly(keepDocumentedKeys(name, value));
}

function hasOpenText(entry: unknown): boolean {
  return isObject(entry) ? Object.values(entry).some(isOpenText) : isOpenText(entry);
}

/** Fields that the document describes for one format only. */
const homes: Readonly<Partial<Record<ClientField, string>>> = {
  isbn: 'print',
  audioDetails: 'audio',
};

/** Returns the values that a field may show after a create with or without this value. */
export function createdAs(name: ClientField, value: unknown, format: unknown): Possible {
  const home = homes[name];
  if (value === undefined || value === null) {
    // The document does not say whether the service fills in fields that a format is expected to have.
    if (home !== undefined) return home === format ? anything : exactly(null);
    return exactly(name === 'keyword' ? [] : name === 'isFinalVersion' ? false : null);
  }
  if (name === 'isFinalVersion') return { among: [false, value] };
  const stored = storedAs(name, value);
  return home === undefined || home === format
    ? stored
    : eitherOf(stored, exactly(null), sameIn(name));
}

/** What an update may make of a field. */
export interface UpdatedField {
  readonly next: Possible;
  /** The values apart, if they show a habit of the service that is not known yet. */
  readonly choice?: Choice;
}

interface Update {
  readonly before: Possible;
  readonly format: unknown;
  readonly world: World;
}

/** Returns the values that a field may show after an update. */
export function computeUpdate(name: ClientField, value: unknown, update: Update): UpdatedField {
  const { before, format } = update;
  const same = sameIn(name);
  if (value === null) return { next: eitherOf(before, exactly(null), same) };
  const stored = storedAs(name, value);
  const home = homes[name];
  if (home !== undefined && home !== format) {
    return { next: eitherOf(eitherOf(stored, before, same), exactly(null), same) };
  }
  if (name === 'externalId' || name === 'format') return { next: eitherOf(stored, before, same) };
  if (isArray(value)) {
    return chooseByHabit(
      { replaced: stored, merged: mergeLists(before, value, name) },
      name,
      update,
    );
  }
  return name === 'audioDetails'
    ? chooseByHabit({ replaced: stored, merged: mergeDetails(before, value) }, name, update)
    : { next: stored };
}

/**
 * The document does not say whether an array or an object replaces the stored one or is merged with
 * it. A service that was seen to do one of them with a field does so each time.
 */
function chooseByHabit(
  values: Readonly<Record<'replaced' | 'merged', Possible>>,
  name: ClientField,
  { world }: Update,
): UpdatedField {
  const subject = `update of ${name}`;
  const habit = getHabit(world, subject);
  if (habit === 'replaced' || habit === 'merged') return { next: values[habit] };
  const next = eitherOf(values.replaced, values.merged, sameIn(name));
  return { next, choice: { subject, byHabit: values } };
}

function mergeLists(before: Possible, value: readonly unknown[], name: ClientField): Possible {
  if ('except' in before) return anything;
  return { among: before.among.map((old) => mergeEntries(isArray(old) ? old : [], value, name)) };
}

function mergeEntries(
  old: readonly unknown[],
  value: readonly unknown[],
  name: ClientField,
): unknown {
  const entries = [...old, ...value.map((entry) => keepDocumentedKeys(name, entry))];
  const spelled = (entry: unknown) =>
    name === 'language' && typeof entry === 'string' ? entry.toUpperCase() : canonical(entry);
  return [...new Map(entries.map((entry) => [spelled(entry), entry])).values()];
}

function mergeDetails(before: Possible, value: unknown): Possible {
  const old = onlyValue(before)?.value;
  return exactly(keepDocumentedKeys('audioDetails', { ...Object(old), ...Object(value) }));
}
