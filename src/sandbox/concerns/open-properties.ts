/** Handles nulls, and properties that an operation does not list, according to the readings. */
import type { Call, KeyedOperation, SandboxParts } from '../parts/index.ts';
import { type Concern, type Readings, type SettableId, readingConcern } from '../readings/index.ts';
import { type SentBook, isNullable, omit } from '../shapes/index.ts';

interface UnlistedProperties {
  readonly concerns: readonly Concern[];
  /** Unlisted fields of a book that the reading accepts. */
  readonly accepted: readonly string[];
  /** Undocumented properties that are kept. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** Sorts the keys of a body that the operation's schema does not list. */
export function sortUnlistedProperties(
  call: Call,
  parts: Pick<SandboxParts, 'shapes' | 'readings'>,
): UnlistedProperties {
  const { readings, shapes } = parts;
  const listed = shapes.listedProperties(call.operation);
  const body = typeof call.body === 'object' && call.body !== null ? call.body : {};
  const unlisted = Object.entries(body).filter(([key]) => !listed.includes(key));
  const fields = unlisted.filter(([key]) => shapes.bookFields.includes(key));
  const unknown = unlisted.filter(([key]) => !shapes.bookFields.includes(key));
  const fieldSilence: SettableId =
    call.operation === 'createBook' ? 'create.unlisted-fields' : 'update.read-only-keys';
  const concern = (silence: SettableId, [name]: readonly [string, unknown]) =>
    readingConcern(readings, silence, { name, reason: 'This property cannot be set here.' });
  return {
    concerns: [
      ...fields.flatMap((entry) => concern(fieldSilence, entry)),
      ...unknown.flatMap((entry) => concern('request.unknown-property', entry)),
    ],
    accepted: readings[fieldSilence] === 'accepted' ? fields.map(([key]) => key) : [],
    extra: readings['request.unknown-property'] === 'stored' ? Object.fromEntries(unknown) : {},
  };
}

interface ResolvedBody {
  readonly body: SentBook;
  readonly concerns: readonly Concern[];
}

/** Removes the nulls that are ignored. The remaining ones clear their fields. */
export function resolveNulls(
  body: SentBook,
  operation: KeyedOperation,
  readings: Readings,
): ResolvedBody {
  const silence: SettableId =
    operation === 'createBook' ? 'request.null-optional' : 'update.null-clears';
  const nulls = Object.entries(body).flatMap(([name, value]) => (value === null ? [name] : []));
  const nullableNulls = nulls.filter(isNullable);
  const dropped = nulls.filter((name) => !isNullable(name) && name !== 'chapters');
  const ignored = readings[silence] === 'ignored' ? nullableNulls : [];
  return {
    body: omit(body, [...dropped, ...ignored]),
    concerns: nullableNulls.flatMap((name) =>
      readingConcern(readings, silence, { name, reason: 'May not be null.' }),
    ),
  };
}
