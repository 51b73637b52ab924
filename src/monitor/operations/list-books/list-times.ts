/** Judges the creation and update times of list items. */
import type { Question } from '../../grounds/index.ts';
import { drifts, formatValue, type Judgement, type ObservedReading } from '../../views/index.ts';
import type { Book } from '../../world/index.ts';
import type { ShownItem } from './shown-page.ts';

/** Less than the difference between any two time zones, and more than the clocks within one service differ. */
const tolerance = 10 * 60_000;

/** Times are in UTC, so those of a book that this history created must agree with the service's clock. */
export function judgeClock(
  book: Book,
  { attributes, index }: ShownItem,
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

/** The creation time never changes. */
export function judgeCreationTime(
  { times, epoch }: Book,
  { attributes: { createdAt }, index }: ShownItem,
  { world }: Pick<Question, 'world'>,
): readonly Judgement[] {
  if (times === undefined || epoch !== world.epoch || isSameTime(createdAt, times.createdAt)) {
    return [];
  }
  const expected = `the creation time shown before, ${times.createdAt}`;
  const pointer = `/data/${index}/attributes/createdAt`;
  return [drifts('list.item-created-at', { expected, actual: formatValue(createdAt), pointer })];
}

/** The document does not say what changes the update time, so a service may also do so by itself. */
export function readUpdateTime(
  { times, epoch, wasPublished }: Book,
  { attributes: { updatedAt }, index }: ShownItem,
  { world }: Pick<Question, 'world'>,
): readonly ObservedReading[] {
  // A published book may change without a call.
  if (times?.areFinal !== true || wasPublished || epoch !== world.epoch) return [];
  const silence = 'list.updated-by-itself';
  if (isSameTime(updatedAt, times.updatedAt)) return [{ silence, reading: 'no' }];
  const expected = `the update time shown before, ${times.updatedAt}`;
  const pointer = `/data/${index}/attributes/updatedAt`;
  const difference = { expected, actual: formatValue(updatedAt), pointer };
  return [{ silence, reading: 'yes', difference }];
}

/** Returns whether two texts mean the same millisecond, such as `Z` and `+00:00`, which the document does not tell apart. */
function isSameTime(text: unknown, other: string): boolean {
  return text === other || (typeof text === 'string' && Date.parse(text) === Date.parse(other));
}
