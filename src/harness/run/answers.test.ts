/** Tests which answer to a silence counts when an observation and the monitor disagree. */
import { expect, it } from 'vitest';
import { createSilenceBook } from './answers.ts';

const answersOf = (book: ReturnType<typeof createSilenceBook>): string[] =>
  book.answers().map(({ silence, answer, times }) => `${silence} ${answer} ${times}`);

it('an observation counts, before or after an exchange that the monitor judged', () => {
  const book = createSilenceBook([]);
  book.noteSeen('update.format', 'accepted', undefined);
  book.noteObserved('update.format', 'ignored', undefined);
  book.noteSeen('update.format', '422', undefined);
  expect(answersOf(book)).toEqual(['update.format ignored 1']);
});

it('two observations that differ both count', () => {
  const book = createSilenceBook([]);
  book.noteObserved('update.format', 'ignored', undefined);
  book.noteObserved('update.format', '422', undefined);
  expect(answersOf(book)).toEqual(['update.format ignored 1', 'update.format 422 1']);
});

it('what the monitor saw counts if no observation has an answer', () => {
  const book = createSilenceBook([]);
  book.noteSeen('update.format', '422', undefined);
  book.noteSeen('update.format', '422', undefined);
  book.noteObserved('isbn.formats', '400', undefined);
  expect(answersOf(book)).toEqual(['isbn.formats 400 1', 'update.format 422 2']);
});
