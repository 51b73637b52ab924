/** GET /books: what is expected of a list, how its pages are judged, and what they show. */
import { isKnown, type Question } from '../../grounds/index.ts';
import type { World } from '../../world/index.ts';
import type { MonitoredOperation } from '../operation.ts';
import { withForeignBook } from '../shown-book.ts';
import { expectList } from './expect-list.ts';
import { withPage } from './list-order.ts';
import { type JudgedPage, judgeList } from './list-view.ts';

/** GET /books. */
export const listOperation: MonitoredOperation = {
  expect: expectList,
  judge: ({ question }) => {
    const list = judgeList(question);
    return { judgements: list?.judgements ?? [], readings: list?.readings ?? [], list };
  },
  learn: ({ question, outcome }, after, list) =>
    outcome === 'accepted' && list !== undefined ? learnFromList(list, question, after) : after,
};

function learnFromList(list: JudgedPage, question: Question, world: World): World {
  const { query, items, direction, isMiscounted } = list;
  const books = items.reduce((knownBooks, { id, attributes }) => {
    const book = knownBooks.get(id);
    const { createdAt, updatedAt } = attributes;
    if (book === undefined || !isKnown(book, question)) return knownBooks;
    if (typeof createdAt !== 'string' || typeof updatedAt !== 'string') return knownBooks;
    const areFinal = question.lagTime - book.writtenAt > question.world.options.lag;
    return knownBooks.set(id, { ...book, times: { createdAt, updatedAt, areFinal } });
  }, world.books);
  const worldWithForeignBooks = items.reduce(
    (learnedWorld, { id, attributes }) =>
      withForeignBook(learnedWorld, id, attributes['externalId']),
    world,
  );
  const { account } = question.exchange.request;
  return {
    ...worldWithForeignBooks,
    books,
    sortDirections:
      direction === undefined || world.sortDirections.has(query.sort)
        ? world.sortDirections
        : world.sortDirections.set(query.sort, direction),
    lastPages: withPage(list, question),
    miscountedAccounts: isMiscounted
      ? world.miscountedAccounts.set(account, true)
      : world.miscountedAccounts.delete(account),
  };
}
