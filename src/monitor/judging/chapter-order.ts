/** The order of the array of chapters. The document leaves it open, but a service keeps to one. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import type { Question } from '../expectations/index.ts';
import { drifts, shown, type Finding, type Reading } from './verdicts.ts';

const silence = 'chapters.read-order';

/** Returns the order of the first chapters of a book, if they were not sent in the order of their numbers. */
export function orderReading(shownNow: unknown, question: Question): readonly Reading[] {
  const { call, book } = question;
  const sent =
    call.body.kind === 'json' && isObject(call.body.value)
      ? call.body.value['chapters']
      : undefined;
  const wanted = sequencesIn(sent);
  const listed = sequencesIn(shownNow);
  const isFirst = book?.chapters?.every((one) => one.length === 0) === true;
  if (!isFirst || isAscending(wanted) || !sameMembers(wanted, listed)) return [];
  if (isAscending(listed)) return [{ silence, reading: 'by-sequence' }];
  return listed.join() === wanted.join() ? [{ silence, reading: 'insertion' }] : [];
}

/** A service that sorted some chapters by their numbers has to sort all of them. */
export function judgeChapterOrder(value: unknown, { world }: Question): readonly Finding[] {
  const seen = world.readings.get(silence);
  const listed = sequencesIn(value);
  if (seen?.has('by-sequence') !== true || seen.size > 1 || isAscending(listed)) return [];
  const expected = 'chapters in the order of their numbers, as this service showed others';
  const pointer = '/data/attributes/chapters';
  return [drifts('chapters.order', { expected, actual: shown(listed), pointer })];
}

function sequencesIn(value: unknown): readonly number[] {
  return (isArray(value) ? value : []).flatMap((one) =>
    isObject(one) && typeof one['sequence'] === 'number' ? [one['sequence']] : [],
  );
}

function isAscending(sequences: readonly number[]): boolean {
  return sequences.every((one, index) => index === 0 || (sequences[index - 1] ?? 0) <= one);
}

function sameMembers(some: readonly number[], others: readonly number[]): boolean {
  const sorted = (list: readonly number[]) => list.toSorted((one, other) => one - other).join();
  return sorted(some) === sorted(others);
}
