import { describe, expect, test } from 'vitest';
import { book, createBody, exchangeOf, judge, listed, page } from './scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const created = exchangeOf('POST', '/books', { json: createBody, status: 201, body: book(id) });
const path = `/books/${id}`;

const gone = { status: 404, body: { message: 'No such book.' } };

describe('undocumented success', () => {
  test('of a create', () => {
    const answer = { json: createBody, status: 200, body: book(id) };
    expect(judge([exchangeOf('POST', '/books', answer)]).drifts).toEqual(['create.answers-201']);
  });

  test('of an update', () => {
    const answer = { json: { title: 'Other' }, status: 202, body: book(id, { title: 'Other' }) };
    const { drifts } = judge([created, exchangeOf('PATCH', path, answer)]);
    expect(drifts).toEqual(['update.answers-200']);
  });
});

describe('a documented call that is refused', () => {
  test('is a drift of the operation', () => {
    const refused = exchangeOf('PATCH', path, {
      json: { title: 'Other' },
      status: 422,
      body: { title: 'No', status: 422, detail: 'No.', instance: path, invalidParams: [] },
    });
    expect(judge([created, refused]).drifts).toContain('update.answers-200');
  });

  test.each([502, 503, 504])('counts as a failure if a gateway answered %i', (status) => {
    const lost = exchangeOf('PATCH', path, { json: { title: 'Other' }, status, body: {} });
    const readAs = (title: string) =>
      judge([created, lost, exchangeOf('GET', path, { status: 200, body: book(id, { title }) })]);
    // It says nothing about the update, which may or may not have taken effect.
    expect(readAs('Salt').drifts).toEqual(['errors.no-5xx']);
    expect(readAs('Other').drifts).toEqual(['errors.no-5xx']);
    expect(readAs('Third').drifts).toEqual(['errors.no-5xx', 'create.reads-back']);
  });
});

describe('a field that differs from what is known', () => {
  test('in a read after create', () => {
    const read = exchangeOf('GET', path, { status: 200, body: book(id, { subtitle: 'Gone' }) });
    const { drifts, values } = judge([created, read]);
    expect(drifts).toEqual(['create.reads-back']);
    expect(values).toEqual([{ expected: null, actual: 'Gone' }]);
  });

  test('in a read after an update that did not mention it', () => {
    const update = exchangeOf('PATCH', path, {
      json: { title: 'Other' },
      status: 200,
      body: { bookId: id },
    });
    const read = exchangeOf('GET', path, {
      status: 200,
      body: book(id, { title: 'Other', copyright: 'ELSE' }),
    });
    expect(judge([created, update, read]).drifts).toEqual(['update.keeps-the-rest']);
  });

  test('in a list, once a lag is over', () => {
    const list = (answeredAt: number) =>
      exchangeOf('GET', '/books', {
        status: 200,
        body: page([listed(id, { title: 'Stale' })]),
        answeredAt,
      });
    const update = exchangeOf('PATCH', path, {
      json: { title: 'Fresh' },
      status: 200,
      body: book(id, { title: 'Fresh' }),
    });
    expect(judge([created, update, list(60_000)]).drifts).toEqual(['list.agrees-with-book']);
  });

  test('is open while another call on the book is under way', () => {
    const update = exchangeOf('PATCH', path, {
      json: { title: 'Other' },
      status: 200,
      body: { bookId: id },
      sentAt: 1_000,
      answeredAt: 3_000,
    });
    const read = exchangeOf('GET', path, {
      status: 200,
      body: book(id),
      sentAt: 2_000,
      answeredAt: 3_500,
    });
    expect(judge([created, update, read]).drifts).toEqual([]);
  });

  test('is open for a book that another client made, and after a gap in the recording', () => {
    const [one, other] = ['Salt', 'Other'].map((title) =>
      exchangeOf('GET', path, { status: 200, body: book(id, { title }) }),
    );
    expect(judge([one, other]).drifts).toEqual([]);
    expect(judge([created, undefined, other]).drifts).toEqual([]);
  });
});

test('a deleted book stays deleted, even if other calls were in flight', () => {
  const slow = { sentAt: 1_000, answeredAt: 9_000 };
  const publish = exchangeOf('POST', `${path}/publish`, { ...gone, ...slow });
  const removed = {
    ...exchangeOf('DELETE', path, { json: {}, status: 204, body: undefined }),
    sentAt: 2_000,
    answeredAt: 3_000,
    inFlight: [publish.request],
  };
  const shown = exchangeOf('GET', path, { status: 200, body: book(id), answeredAt: 10_000 });
  const refused = exchangeOf('PATCH', path, { json: { title: 'X' }, ...gone, answeredAt: 11_000 });
  expect(judge([created, removed, publish, shown, refused]).drifts).toEqual([]);
});

test('a list that lags does not fix when a book was updated', () => {
  const lists = ['2026-11-02T14:05:31.000Z', '2026-11-02T14:06:00.000Z'].map((updatedAt, index) =>
    exchangeOf('GET', '/books', {
      status: 200,
      body: page([listed(id, { updatedAt })]),
      answeredAt: 2_000 + index,
    }),
  );
  const update = exchangeOf('PATCH', path, {
    json: { title: 'Salt' },
    status: 200,
    body: { bookId: id },
  });
  expect(judge([created, { ...update, answeredAt: 1_000 }, ...lists]).drifts).toEqual([]);
});

describe('links and totals', () => {
  const wrong = [
    { what: 'a next link', links: { next: '/books?page=2' }, broken: 'list.next-null-on-last' },
    { what: 'a last page too many', meta: { lastPage: 2 }, broken: 'list.last-page' },
    { what: 'another page in meta', meta: { page: 2 }, broken: 'list.meta-echo' },
    { what: 'a self link to page 3', links: { self: '/books?page=3' }, broken: 'list.links' },
  ];
  test.each(wrong)('$what', ({ links = {}, meta = {}, broken }) => {
    const body = page([listed(id, {})], { links, meta });
    expect(judge([exchangeOf('GET', '/books', { status: 200, body })]).drifts).toContain(broken);
  });
});

describe('a Problem from storage', () => {
  const url = 'https://files.example/incoming/42?signature=abc';
  function refusedPut(instance: string): readonly string[] {
    const body = { title: 'Used', status: 409, detail: 'Used.', instance, invalidParams: [] };
    const put = exchangeOf('PUT', url, { status: 409, body });
    return judge([{ ...put, request: { ...put.request, toStorage: true } }]).drifts;
  }

  test('may name the path of the upload URL, with or without its origin', () => {
    expect(refusedPut('/incoming/42')).not.toContain('problem.instance-path');
    expect(refusedPut('https://files.example/incoming/42')).not.toContain('problem.instance-path');
  });

  test('may not name another path', () => {
    expect(refusedPut('/incoming/43')).toContain('problem.instance-path');
  });
});

test('a book is found by its new external id, and no longer by the one before', () => {
  const lookUpPath = (externalId: string): string => `/books/external-id/${externalId}`;
  const changed = { externalId: 'cat-2' };
  const update = exchangeOf('PATCH', `/books/${id}`, {
    json: changed,
    status: 200,
    body: book(id, changed),
  });
  const found = { status: 200, body: book(id, changed) };
  const drifts = (externalId: string, sentAt: number): readonly string[] =>
    judge([created, update, exchangeOf('GET', lookUpPath(externalId), { ...found, sentAt })])
      .drifts;
  expect(drifts('cat-1', 60_000)).toEqual(['lookup.unknown-422']);
  expect(drifts('cat-1', 1_000)).toEqual([]);
  expect(drifts('cat-2', 60_000)).toEqual([]);
});

test('an update of nothing but chapters makes a draft of a published audiobook', () => {
  const fileId = 'a4b0c6de-0b1c-4a43-8b55-3a2a8f2c9f10';
  const audio = { format: 'audio', chapters: [] };
  const create = exchangeOf('POST', '/books', {
    json: { ...createBody, format: 'audio' },
    status: 201,
    body: book(id, audio),
  });
  const publish = exchangeOf('POST', `${path}/publish`, { json: {}, status: 204, body: undefined });
  const chapters = [{ fileId, sequence: 1, title: 'One' }];
  const update = exchangeOf('PATCH', path, {
    json: { chapters },
    status: 200,
    body: { bookId: id },
  });
  const readAs = (status: string) =>
    exchangeOf('GET', path, { status: 200, body: book(id, { ...audio, chapters, status }) });
  const driftsFor = (status: string): readonly string[] =>
    judge([create, publish, update, readAs(status)]).drifts;
  expect(driftsFor('in_review')).toContain('update.returns-to-draft');
  expect(driftsFor('draft')).not.toContain('update.returns-to-draft');
});
