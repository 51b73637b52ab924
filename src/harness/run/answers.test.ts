/** Tests which answer to a silence counts when an observation and the monitor disagree. */
import { expect, it } from 'vitest';
import { createAnswerRecorder } from './answers.ts';

const answersOf = (book: ReturnType<typeof createAnswerRecorder>): string[] =>
  book.answers().map(({ silence, answer, times }) => `${silence} ${answer} ${times}`);

it('an observation counts, before or after an exchange that the monitor judged', () => {
  const book = createAnswerRecorder([]);
  book.recordSeen('update.format', 'accepted', undefined);
  book.recordObserved('update.format', 'ignored', undefined);
  book.recordSeen('update.format', '422', undefined);
  expect(answersOf(book)).toEqual(['update.format ignored 1']);
});

it('two observations that differ both count', () => {
  const book = createAnswerRecorder([]);
  book.recordObserved('update.format', 'ignored', undefined);
  book.recordObserved('update.format', '422', undefined);
  expect(answersOf(book)).toEqual(['update.format ignored 1', 'update.format 422 1']);
});

it('what the monitor saw counts if no observation has an answer', () => {
  const book = createAnswerRecorder([]);
  book.recordSeen('update.format', '422', undefined);
  book.recordSeen('update.format', '422', undefined);
  book.recordObserved('isbn.formats', '400', undefined);
  expect(answersOf(book)).toEqual(['isbn.formats 400 1', 'update.format 422 2']);
});
