/** Creation and update times of list items, held against what they were before. */
import type { Question } from '../expectations/index.ts';
import type { Book } from '../world/index.ts';
import { drifts, formatValue, type Finding } from './verdicts.ts';

interface Item {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly index: number;
}

/** Less than any difference between time zones, and more than the clocks of one service differ. */
const tolerance = 10 * 60_000;

/** Times are in UTC: those of a book that this history created fit the service's clock. */
export function judgeClock(
  book: Book,
  { attributes, index }: Item,
  { world, now, lagTime, clockIsKnown }: Question,
): readonly Finding[] {
  if (!clockIsKnown || world.clockMoved || book.bornIn !== world.epoch) return [];
  const createdAt = book.changedAt + (now - lagTime);
  const limits = [
    ['createdAt', 'list.item-created-at', createdAt],
    ['updatedAt', 'list.item-updated-at', now],
  ] as const;
  return limits.flatMap(([name, requirement, latest]) => {
    const value = attributes[name];
    const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
    if (!(time < createdAt - tolerance || time > latest + tolerance)) return [];
    const expected = `a time in UTC between ${isoTime(createdAt)} and ${isoTime(latest)}`;
    const pointer = `/data/${index}/attributes/${name}`;
    return [drifts(requirement, { expected, actual: formatValue(value), pointer })];
  });
}

function isoTime(time: number): string {
  return new Date(time).toISOString().slice(0, 16);
}

/** A book is created once, and it does not change without a write. */
export function judgeTimes(
  book: Book,
  { attributes, index }: Item,
  { world }: Pick<Question, 'world'>,
): readonly Finding[] {
  const { times } = book;
  const { createdAt, updatedAt } = attributes;
  if (times === undefined || book.epoch !== world.epoch) return [];
  const pointer = `/data/${index}/attributes`;
  // A book on its way to the stores may change without a call.
  const still = times.final && !book.wasPublished;
  return [
    ...(createdAt === times.created
      ? []
      : [
          drifts('list.item-created-at', {
            expected: `the creation time shown before, ${times.created}`,
            actual: formatValue(createdAt),
            pointer: `${pointer}/createdAt`,
          }),
        ]),
    ...(!still || updatedAt === times.updated
      ? []
      : [
          drifts('read.changes-nothing', {
            expected: `the update time shown before, ${times.updated}`,
            actual: formatValue(updatedAt),
            pointer: `${pointer}/updatedAt`,
          }),
        ]),
  ];
}
