/** Tests that a drift is counted by the calls that are blamed, and compared with calls that could have shown it. */
import { expect, it } from 'vitest';
import { createDrift, createExchangeRow } from '../../../tests/support/report/made-up-drifts.ts';
import type { JudgedExchange } from '../../harness/evidence/index.ts';
import { createHistory } from './history.ts';
import type { ExchangeRow, FindingRow } from './report.ts';
import { addSentParts } from './sent-parts.ts';

const address = 'https://staging.invalid/v2/distribution/books';
const idOf = (book: number): string => `0f9bb4e1-0b95-4fef-8e19-00000000000${book}`;

type Requirement = JudgedExchange['met'][number];
type Call = Partial<ExchangeRow>;

/** Sends the calls of each book in turn. The last call of the first book drifts, and those of the others do not. */
function judgeBooks(
  requirement: Requirement,
  books: readonly (readonly Call[])[],
  change: Partial<FindingRow> = {},
) {
  const calls = books.map((steps, book) =>
    steps.map((step, index) => {
      const row = createExchangeRow(10 * book + index + 1, 200);
      return { ...row, url: `${address}/${idOf(book)}`, ...step };
    }),
  );
  const { pointer, expected = '' } = change;
  const validity = [expected.startsWith('2') ? 'must-be-accepted' : 'must-be-refused'];
  const judged = calls.flatMap((steps, book): JudgedExchange[] => {
    const number = steps.at(-1)?.number ?? 0;
    const circumstances = { validity };
    return book === 0
      ? [{ number, circumstances, met: [], drifts: [{ requirement, pointer }] }]
      : [{ number, circumstances, met: [requirement], drifts: [] }];
  });
  const exchange = calls[0]?.at(-1);
  const row = createDrift(requirement, {
    ...change,
    ...(exchange && { exchange, operation: exchange.operation ?? '' }),
    judged: { times: 9, drifted: 9 },
  });
  return addSentParts([row], createHistory(calls.flat(), judged))[0]?.judged;
}

const read = { operation: 'readBook' };
const attach = { operation: 'attachFile', method: 'PATCH' };
const update = { operation: 'updateBook', method: 'PATCH', requestBody: { title: 'Tide' } };
const remove = { operation: 'deleteBook', method: 'DELETE', status: 409 };
const publish = { operation: 'publishBook', method: 'POST' };
const list = { operation: 'listBooks' };

it('counts attaches if the response to an update shows that a file was not attached', () => {
  const files = { pointer: '/data/attributes/files' };
  expect(
    judgeBooks('attach.references-file', [[attach, update], [attach, update], [update]], files),
  ).toMatchObject({ after: 'attachFile', times: 2, drifted: 1 });
});

it('counts refused deletes if a read no longer finds the book', () => {
  const lost = { ...read, status: 404 };
  const change = { expected: '200', actual: '404' };
  const books = [[remove, lost], [remove, read], [read]];
  expect(judgeBooks('delete.refused-changes-nothing', books, change)).toMatchObject({
    after: 'a refused deleteBook',
    times: 2,
    drifted: 1,
  });
});

it('compares what earlier calls stored in books that were published', () => {
  const contributor = (role: string) => ({ ...update, requestBody: { contributor: [{ role }] } });
  const books = [
    [contributor('Editor'), publish],
    [contributor('Author'), { ...publish, status: 422 }],
  ];
  const change = { says: 'Every contributor has a role.', expected: '422', actual: '200' };
  expect(judgeBooks('contributor.narrator', books, change)?.passing).toEqual({
    request: 12,
    status: 422,
    condition: { dimension: 'stored sent contributor.role', values: ['"Author"'] },
  });
});

it('compares whole lists that are wrong about their query, but not with an empty one', () => {
  const query = (language: string, data: readonly object[]) => [
    { ...list, url: `${address}?language=${language}`, responseBody: { data } },
  ];
  const [book, ...others] = [0, 1].map((index) => ({ id: idOf(index), attributes: {} }));
  const books = [query('no', [{ ...book }, ...others]), query('EN', others), query('fr', [])];
  const judged = judgeBooks('list.language-filter', books, {
    pointer: '/data/0/attributes/language',
    expected: 'only books in NO',
  });
  expect(judged?.passing).toMatchObject({
    request: 11,
    condition: { dimension: 'sent language', values: ['"EN"'] },
  });
});
