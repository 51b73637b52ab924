/** Handles nulls and unlisted properties of a body according to the readings. */
import type { Call, Parts } from '../parts/index.ts';
import { type Concern, type SettableId, applyReading } from '../readings/index.ts';
import { type SentBook, isNullable, omit } from '../shapes/index.ts';

interface UnlistedProperties {
  readonly concerns: readonly Concern[];
  /** Unlisted fields of a book that the reading accepts. */
  readonly acceptedFields: readonly string[];
  /** Undocumented properties that are kept. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** Sorts the properties that the operation's schema does not list: refused, accepted or kept. */
export function sortUnlistedProperties(call: Call, parts: Parts): UnlistedProperties {
  const { readings, shapes } = parts;
  const listedNames = shapes.listedProperties(call.operation);
  const body = typeof call.body === 'object' && call.body !== null ? call.body : {};
  const unlistedEntries = Object.entries(body).filter(([key]) => !listedNames.includes(key));
  const fieldEntries = unlistedEntries.filter(([key]) => shapes.bookFields.includes(key));
  const unknownEntries = unlistedEntries.filter(([key]) => !shapes.bookFields.includes(key));
  const fieldSilence: SettableId =
    call.operation === 'createBook' ? 'create.unlisted-fields' : 'update.read-only-keys';
  const concern = (silence: SettableId, [name]: readonly [string, unknown]) =>
    applyReading(readings, silence, { name, reason: 'This property cannot be set here.' });
  const keepsUnknown = readings['request.unknown-property'] === 'stored';
  return {
    concerns: [
      ...fieldEntries.flatMap((entry) => concern(fieldSilence, entry)),
      ...unknownEntries.flatMap((entry) => concern('request.unknown-property', entry)),
    ],
    acceptedFields: readings[fieldSilence] === 'accepted' ? fieldEntries.map(([key]) => key) : [],
    extra: keepsUnknown ? Object.fromEntries(unknownEntries) : {},
  };
}

/** Removes the nulls that are ignored. The remaining nulls clear their fields. */
export function resolveNulls(body: SentBook, { operation }: Call, { readings }: Parts) {
  const silence = operation === 'createBook' ? 'request.null-optional' : 'update.null-clears';
  const nulls = Object.entries(body).flatMap(([name, value]) => (value === null ? [name] : []));
  const nullableNulls = nulls.filter(isNullable);
  // The contract does not let these be null. A body with them only gets here if a reading ignores the null.
  const droppedNames = nulls.filter((name) => !isNullable(name) && name !== 'chapters');
  const ignoredNames = readings[silence] === 'ignored' ? nullableNulls : [];
  return {
    body: omit(body, [...droppedNames, ...ignoredNames]),
    concerns: nullableNulls.flatMap((name) =>
      applyReading(readings, silence, { name, reason: 'Must not be null.' }),
    ),
  };
}
