/** Tests with which responses a drift is compared, and that the call behind a read counts and not the read. */
import { expect, it } from 'vitest';
import { createDrift, createExchangeRow } from '../../../tests/support/report/made-up-drifts.ts';
import type { JudgedExchange } from '../../harness/evidence/index.ts';
import { groupByCause } from '../triage/index.ts';
import { createHistory } from './history.ts';
import type { ExchangeRow, FindingRow } from './report.ts';
import { addSentParts } from './sent-parts.ts';

const address = 'https://staging.invalid/v2/distribution/books';
const idOf = (index: number): string =>
  `0f9bb4e1-0b95-4fef-8e19-${String(index).padStart(12, '0')}`;

function judge(number: number, change: Partial<JudgedExchange>): JudgedExchange {
  return { number, circumstances: {}, met: [], drifts: [], ...change };
}

function addOne(row: FindingRow, rows: readonly ExchangeRow[], judged: readonly JudgedExchange[]) {
  const [found] = addSentParts([row], createHistory(rows, judged));
  if (found === undefined) throw new Error('Expected a drift.');
  return found;
}

it('names what all refused creates sent and no accepted one', () => {
  const creates = Array.from({ length: 16 }, (_, index): ExchangeRow => {
    const role = index % 4 === 0 ? 'Editor' : 'Author';
    const status = role === 'Editor' ? 422 : 201;
    const requestBody = { title: `Tide ${index}`, contributor: [{ name: 'Ada', role }] };
    const responseBody = status === 422 ? { invalidParams: [{ name: 'contributor' }] } : {};
    const row = createExchangeRow(index + 1, status, responseBody);
    return { ...row, method: 'POST', url: address, operation: 'createBook', requestBody };
  });
  const judged = creates.map(({ number }) =>
    judge(number, { circumstances: { validity: ['must-be-accepted'] } }),
  );
  const [exchange] = creates;
  const row = createDrift('contributor.roles', {
    operation: 'createBook',
    expected: '201',
    actual: '422 {}',
    judged: { times: 4, drifted: 4 },
    ...(exchange && { exchange }),
  });
  const found = addOne(row, creates, judged);
  expect(found.judged).toEqual({
    of: 'valid calls',
    times: 16,
    drifted: 4,
    separation: {
      condition: { dimension: 'sent contributor.role', values: ['"Editor"'] },
      matching: { times: 4, drifted: 4 },
      others: 12,
    },
  });
  const [cause] = groupByCause([found]);
  expect(cause?.title).toBe('createBook refuses contributor.role "Editor" (422, should be 201)');
});

/** An update of each book, and a read that shows the result; every third book was published. */
function createUpdates() {
  const books = Array.from({ length: 18 }, (_, index) => index);
  const isPublished = (index: number): boolean => index % 3 === 0;
  const rows = books.flatMap((index): ExchangeRow[] => {
    const url = `${address}/${idOf(index)}`;
    const write = { ...createExchangeRow(2 * index + 1, 200), method: 'PATCH', url };
    const read = { ...createExchangeRow(2 * index + 2, 200), url, operation: 'readBook' };
    return [{ ...write, operation: 'updateBook', requestBody: { title: 'Tide' } }, read];
  });
  const pointer = '/data/attributes/keyword';
  const requirement = 'update.keeps-the-rest';
  const judged = books.flatMap((index) => [
    judge(2 * index + 1, {
      circumstances: {
        operation: ['updateBook'],
        format: ['print'],
        status: [isPublished(index) ? 'published' : 'draft'],
      },
    }),
    judge(
      2 * index + 2,
      isPublished(index)
        ? { circumstances: { status: ['draft'] }, drifts: [{ requirement, pointer }] }
        : { circumstances: { status: ['draft'] }, met: [requirement] },
    ),
  ]);
  const [, exchange] = rows;
  const drift = createDrift(requirement, {
    operation: 'readBook',
    pointer,
    judged: { times: 18, drifted: 6 },
    ...(exchange && { exchange }),
  });
  return { rows, judged, pointer, requirement, drift };
}

it('tells reads apart by the call before them, and shows the state of the book before that call', () => {
  const { rows, judged, drift } = createUpdates();
  const found = addOne(drift, rows, judged);
  expect(found.judged?.separation).toEqual({
    condition: { dimension: 'write status', values: ['published'] },
    matching: { times: 6, drifted: 6 },
    others: 12,
  });
  expect(found.writes).toMatchObject([
    {
      request: 1,
      sent: [{ name: 'title', value: 'Tide' }],
      book: [
        { dimension: 'format', values: ['print'] },
        { dimension: 'status', values: ['published'] },
        { dimension: 'previous', values: ['no other call'] },
      ],
    },
  ]);
});

it('compares the entries of a list, each with the last call on its book', () => {
  const { rows, judged } = createUpdates();
  const wrong = [0, 3, 6, 9, 12, 15];
  const data = Array.from({ length: 18 }, (_, index) => ({ id: idOf(index), attributes: {} }));
  const list = { ...createExchangeRow(50, 200, { data }), operation: 'listBooks', url: address };
  const drifts = wrong.map((index) => ({
    requirement: 'list.agrees-with-book' as const,
    pointer: `/data/${index}/attributes/keyword`,
  }));
  const row = createDrift('list.agrees-with-book', {
    operation: 'listBooks',
    pointer: '/data/0/attributes/keyword',
    exchange: list,
    judged: { times: 1, drifted: 1 },
  });
  const found = addOne(row, [...rows, list], [...judged, judge(50, { drifts })]);
  expect(found.judged?.separation).toMatchObject({
    condition: { dimension: 'write status', values: ['published'] },
    matching: { times: 6, drifted: 6 },
    others: 12,
  });
});

it('counts only the calls after which a read could show the drift, each once', () => {
  const requirement = 'unpublish.withdraws';
  const rows = Array.from({ length: 12 }, (_, index): ExchangeRow[] => {
    const url = `${address}/${idOf(index)}`;
    const operation = index < 3 ? 'unpublishBook' : 'publishBook';
    const write = { ...createExchangeRow(3 * index + 1, 204), method: 'POST', url, operation };
    const reads = [2, 3].map((place) => createExchangeRow(3 * index + place, 200));
    return [write, ...reads.map((read) => ({ ...read, url, operation: 'readBook' }))];
  }).flat();
  const judged = rows
    .filter(({ method }) => method === 'GET')
    .map(({ number }) =>
      judge(number, number <= 3 ? { drifts: [{ requirement }] } : { met: [requirement] }),
    );
  const exchange = rows[1];
  const row = createDrift(requirement, {
    operation: 'readBook',
    judged: { times: 24, drifted: 2 },
    ...(exchange && { exchange }),
  });
  const counts = { after: 'unpublishBook', times: 3, drifted: 1 };
  expect(addOne(row, rows, judged).judged).toMatchObject(counts);
  // A drift that a case found is unknown to the monitor.
  const ofCase = { ...row, judged: { times: 24, drifted: 1 } };
  const withoutDrifts = judged.map(({ number }) => judge(number, { met: [requirement] }));
  expect(addOne(ofCase, rows, withoutDrifts).judged).toMatchObject(counts);
});

it('counts the responses of a list that no condition tells apart, and not the calls on its books', () => {
  const { rows, judged } = createUpdates();
  const data = rows.map((_, index) => ({ id: idOf(index), attributes: {} }));
  const lists = [90, 91].map((number) => {
    const list = createExchangeRow(number, 200, { data });
    return { ...list, operation: 'listBooks', url: address };
  });
  const requirement = 'list.language-filter';
  const drifts = [1, 4, 8].map(
    (place) => ({ requirement, pointer: `/data/${place}/attributes/language` }) as const,
  );
  const row = createDrift(requirement, {
    operation: 'listBooks',
    pointer: '/data/1/attributes/language',
    judged: { times: 2, drifted: 1 },
    ...(lists[0] && { exchange: lists[0] }),
  });
  const ofLists = [judge(90, { drifts }), judge(91, { met: [requirement] })];
  const counts = addOne(row, [...rows, ...lists], [...judged, ...ofLists]).judged;
  expect(counts).toMatchObject({ times: 2, drifted: 1 });
  expect(counts).not.toHaveProperty('after');
});

it('compares an update that loses a field only with updates that leave the field out', () => {
  const { rows, judged, drift } = createUpdates();
  const sending = rows.map((row, index) =>
    index === 2 ? { ...row, requestBody: { keyword: ['sea'] } } : row,
  );
  expect(addOne(drift, sending, judged).judged?.separation).toMatchObject({ others: 11 });
});
