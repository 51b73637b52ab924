/** GET /books: what is expected of a list, how its pages are judged, and what they show. */
import {
  isKnown,
  type Question,
  anyRefusal,
  decides,
  type Expectation,
  type Ground,
  isMust,
  may,
  must,
  schemaGrounds,
  toStatedId,
  when,
} from '../../grounds/index.ts';
import type { World } from '../../world/index.ts';
import type { MonitoredOperation } from '../operation.ts';
import { withForeignBook } from '../shown-book.ts';
import type { Parameter } from '../../../contract/operations.ts';
import { readRequestParameter } from '../../../contract/requests/index.ts';
import { readContract } from '../../../contract/spec.ts';
import { readDirection, withPage } from './list-order.ts';
import { isMiscounted, judgeList } from './list-view.ts';
import { mustReachPage } from './listed-books.ts';
import { readShownPage, type ShownPage } from './shown-page.ts';

/** GET /books. */
export const listOperation: MonitoredOperation = {
  expect: expectList,
  judge: ({ question }) => judgeList(question),
  learn: ({ question, outcome }, after) => {
    const shown = outcome === 'accepted' ? readShownPage(question) : undefined;
    return shown === undefined ? after : learnFromList(shown, question, after);
  },
};

function learnFromList(shown: ShownPage, question: Question, world: World): World {
  const { query, items } = shown;
  const direction = readDirection(shown, question);
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
      direction === undefined || direction === 'neither' || world.sortDirections.has(query.sort)
        ? world.sortDirections
        : world.sortDirections.set(query.sort, direction),
    lastPages: withPage(shown, question),
    miscountedAccounts: isMiscounted(shown, question)
      ? world.miscountedAccounts.set(account, true)
      : world.miscountedAccounts.delete(account),
  };
}

function expectList(question: Question): Expectation {
  const { query } = question.call;
  const mayLieBeyond = Number(query.get('page') ?? 1) > 1 && !mustReachPage(question);
  const names = [...new Set(query.keys())];
  const queryGrounds = names.flatMap((name) => parameterGrounds(name, query.getAll(name)));
  const invalidNames = queryGrounds.filter(isMust).flatMap((ground) => ground.names);
  return {
    grounds: [
      ...queryGrounds,
      ...when(invalidNames.length > 0, must('list.invalid-query-400', [400], ...invalidNames)),
      ...when(mayLieBeyond, decides('list.page-beyond', 400, 404, 422)),
    ],
    accepts: {
      brokenByRefusal: (refusedNames) => [
        'list.envelope',
        ...(refusedNames.length === 0 ? names : refusedNames).flatMap(
          (name) => getParameterRequirement(name) ?? [],
        ),
      ],
    },
  };
}

function findParameter(name: string): Parameter | undefined {
  const { parameters } = readContract().operations.listBooks;
  return parameters.find((parameter) => parameter.in === 'query' && parameter.name === name);
}

function getParameterRequirement(name: string) {
  return toStatedId(findParameter(name)?.requirements[0]);
}

function parameterGrounds(name: string, values: readonly string[]): readonly Ground[] {
  const parameter = findParameter(name);
  if (parameter === undefined) return [decides('list.unknown-param', ...anyRefusal)];
  if (values.length > 1) return [may('error.precedence', ...anyRefusal)];
  const reading = readRequestParameter(readContract(), parameter, values[0] ?? '');
  return schemaGrounds(reading, { schema: 'list.invalid-query-400' });
}
