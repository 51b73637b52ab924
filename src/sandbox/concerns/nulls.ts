/** Clears, ignores or refuses null in a request, as the readings say. */
import { type SentBook, isNullable, without } from '../shapes/index.ts';
import type { KeyedOperation } from '../parts/index.ts';
import { type Concern, type Readings, type SettableId, open } from '../readings/index.ts';

interface SettledBody {
  readonly body: SentBook;
  readonly concerns: readonly Concern[];
}

/** Removes the nulls that are ignored. The remaining ones clear their fields. */
export function settleNulls(
  body: SentBook,
  operation: KeyedOperation,
  readings: Readings,
): SettledBody {
  const silence: SettableId =
    operation === 'createBook' ? 'request.null-optional' : 'update.null-clears';
  const nulls = Object.entries(body).flatMap(([name, value]) => (value === null ? [name] : []));
  const clearing = nulls.filter(isNullable);
  const passedOver = nulls.filter((name) => !isNullable(name) && name !== 'chapters');
  const ignored = readings[silence] === 'ignored' ? clearing : [];
  return {
    body: without(body, [...passedOver, ...ignored]),
    concerns: clearing.flatMap((name) =>
      open(readings, silence, { name, reason: 'May not be null.' }),
    ),
  };
}
