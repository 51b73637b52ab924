/** The order of the array of chapters. The document leaves it open, but a service keeps to one. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { sentFields } from '../effects/index.ts';
import type { Question } from '../expectations/index.ts';
import { drifts, formatValue, type Finding, type Reading } from './verdicts.ts';

const silence = 'chapters.read-order';

/** Returns the order of the first chapters of a book, if they were not sent in the order of their numbers. */
export function orderReading(shownNow: unknown, question: Question): readonly Reading[] {
  const isFirst = question.book?.chapters?.every((one) => one.length === 0) === true;
  const wanted = sequencesIn(sentFields(question)?.['chapters']);
  if (!isFirst || isSorted(wanted)) return [];
  const listed = sequencesIn(shownNow).join();
  if (listed === sorted(wanted).join()) return [{ silence, reading: 'by-sequence' }];
  return listed === wanted.join() ? [{ silence, reading: 'insertion' }] : [];
}

/** A service that sorted some chapters by their numbers has to sort all of them. */
export function judgeChapterOrder(value: unknown, { world }: Question): readonly Finding[] {
  const seen = world.readings.get(silence);
  const listed = sequencesIn(value);
  if (seen?.has('by-sequence') !== true || seen.size > 1 || isSorted(listed)) return [];
  const expected = 'chapters in the order of their numbers, as this service showed others';
  const pointer = '/data/attributes/chapters';
  return [drifts('chapters.order', { expected, actual: formatValue(listed), pointer })];
}

function sequencesIn(value: unknown): readonly number[] {
  return (isArray(value) ? value : []).flatMap((one) =>
    isObject(one) && typeof one['sequence'] === 'number' ? [one['sequence']] : [],
  );
}

function sorted(sequences: readonly number[]): readonly number[] {
  return sequences.toSorted((one, other) => one - other);
}

function isSorted(sequences: readonly number[]): boolean {
  return sequences.join() === sorted(sequences).join();
}
