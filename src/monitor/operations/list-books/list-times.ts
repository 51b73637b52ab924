/** Judges the creation and update times of list items. */
import type { JsonObject } from '../../../contract/json-pointer.ts';
import type { StatedId } from '../../../contract/requirements.ts';
import type { Question } from '../../grounds/index.ts';
import { drifts, formatValue, type Judgement } from '../../views/index.ts';
import type { Book } from '../../world/index.ts';

interface Item {
  readonly attributes: JsonObject;
  readonly index: number;
}

/** Less than the difference between any two time zones, and more than the clocks within one service differ. */
const tolerance = 10 * 60_000;

/** Times are in UTC, so those of a book that this history created must agree with the service's clock. */
export function judgeClock(
  book: Book,
  { attributes, index }: Item,
  { world, now, lagTime, clockIsKnown }: Question,
): readonly Judgement[] {
  if (!clockIsKnown || world.wasClockSet || book.createdAt === undefined) return [];
  if (book.createdInEpoch !== world.epoch) return [];
  const createdAt = book.createdAt + (now - lagTime);
  const limits = [
    ['createdAt', 'list.item-created-at', createdAt],
    ['updatedAt', 'list.item-updated-at', now],
  ] as const;
  return limits.flatMap(([name, requirement, latest]) => {
    const value = attributes[name];
    const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
    if (!(time < createdAt - tolerance || time > latest + tolerance)) return [];
    const expected = `a time in UTC between ${formatTime(createdAt)} and ${formatTime(latest)}`;
    const pointer = `/data/${index}/attributes/${name}`;
    return [drifts(requirement, { expected, actual: formatValue(value), pointer })];
  });
}

function formatTime(time: number): string {
  return new Date(time).toISOString().slice(0, 16);
}

/** The creation time never changes, and the update time only with a write. */
export function judgeTimes(
  book: Book,
  { attributes, index }: Item,
  { world }: Pick<Question, 'world'>,
): readonly Judgement[] {
  const { times } = book;
  const { createdAt, updatedAt } = attributes;
  if (times === undefined || book.epoch !== world.epoch) return [];
  const drift = (name: string, requirement: StatedId, expected: string): Judgement => {
    const pointer = `/data/${index}/attributes/${name}`;
    return drifts(requirement, { expected, actual: formatValue(attributes[name]), pointer });
  };
  // A published book may change without a call.
  const isUnchanged = times.areFinal && !book.wasPublished;
  const creation = `the creation time shown before, ${times.createdAt}`;
  const update = `the update time shown before, ${times.updatedAt}`;
  return [
    ...(isSameTime(createdAt, times.createdAt)
      ? []
      : [drift('createdAt', 'list.item-created-at', creation)]),
    ...(!isUnchanged || isSameTime(updatedAt, times.updatedAt)
      ? []
      : [drift('updatedAt', 'read.changes-nothing', update)]),
  ];
}

/** Returns whether two texts mean the same millisecond, such as `Z` and `+00:00`, which the document does not tell apart. */
function isSameTime(text: unknown, other: string): boolean {
  return text === other || (typeof text === 'string' && Date.parse(text) === Date.parse(other));
}
