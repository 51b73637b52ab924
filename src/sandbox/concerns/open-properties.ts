/** Handles unlisted properties of a body according to the readings. */
import { readFields } from '../../contract/fields.ts';
import type { Call, Parts } from '../parts/index.ts';
import { type Concern, type SettableId, applyReading } from '../readings/index.ts';

interface UnlistedProperties {
  readonly concerns: readonly Concern[];
  /** Unlisted fields of a book that the reading accepts. */
  readonly acceptedFields: readonly string[];
  /** Undocumented properties that are kept. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** Sorts the properties that the operation's schema does not list: refused, accepted or kept. */
export function sortUnlistedProperties(call: Call, parts: Parts): UnlistedProperties {
  const { contract, readings } = parts;
  const { book, create, update } = readFields(contract);
  const listedNames = call.operation === 'createBook' ? create.all : update.all;
  const body = typeof call.body === 'object' && call.body !== null ? call.body : {};
  const unlistedEntries = Object.entries(body).filter(([key]) => !listedNames.includes(key));
  const fieldEntries = unlistedEntries.filter(([key]) => book.all.includes(key));
  const unknownEntries = unlistedEntries.filter(([key]) => !book.all.includes(key));
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
