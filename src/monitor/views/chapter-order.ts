/** Judges the order in which a book shows its chapters. The document leaves it open, but it must not vary. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { type Question, readSentFields } from '../grounds/index.ts';
import { drifts, formatValue, type Judgement, type ObservedReading } from './verdicts.ts';

const silence = 'chapters.read-order';

/** Returns the service's order, if the first chapters of a book were not sent in the order of their sequences. */
export function readChapterOrder(
  chapters: unknown,
  question: Question,
): readonly ObservedReading[] {
  const isFirst = question.book?.chapters?.every((list) => list.length === 0) === true;
  const sentSequences = readSequences(readSentFields(question)?.['chapters']);
  if (!isFirst || isSorted(sentSequences)) return [];
  const shownSequences = readSequences(chapters).join();
  if (shownSequences === sort(sentSequences).join()) return [{ silence, reading: 'by-sequence' }];
  return shownSequences === sentSequences.join() ? [{ silence, reading: 'insertion' }] : [];
}

/** A service that sorted some chapters by their sequences has to sort all of them. */
export function judgeChapterOrder(value: unknown, { world }: Question): readonly Judgement[] {
  const readings = world.readings.get(silence);
  const sequences = readSequences(value);
  if (readings?.has('by-sequence') !== true || readings.size > 1 || isSorted(sequences)) return [];
  const expected = 'chapters in the order of their numbers, as this service showed others';
  const pointer = '/data/attributes/chapters';
  return [drifts('chapters.order', { expected, actual: formatValue(sequences), pointer })];
}

function readSequences(value: unknown): readonly number[] {
  return (isArray(value) ? value : []).flatMap((entry) =>
    isObject(entry) && typeof entry['sequence'] === 'number' ? [entry['sequence']] : [],
  );
}

function sort(sequences: readonly number[]): readonly number[] {
  return sequences.toSorted((one, other) => one - other);
}

function isSorted(sequences: readonly number[]): boolean {
  return sequences.join() === sort(sequences).join();
}
