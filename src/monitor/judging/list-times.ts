/** Creation and update times of list items, held against what they were before. */
import type { Question } from '../expectations/index.ts';
import type { Book } from '../world/index.ts';
import { drifts, shown, type Finding } from './verdicts.ts';

interface Item {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly index: number;
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
            actual: shown(createdAt),
            pointer: `${pointer}/createdAt`,
          }),
        ]),
    ...(!still || updatedAt === times.updated
      ? []
      : [
          drifts('read.changes-nothing', {
            expected: `the update time shown before, ${times.updated}`,
            actual: shown(updatedAt),
            pointer: `${pointer}/updatedAt`,
          }),
        ]),
  ];
}
