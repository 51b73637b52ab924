import { describe, expect, test } from 'vitest';
import { book, createBody, exchangeOf, judge, listed, page } from './scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const created = exchangeOf('POST', '/books', { json: createBody, status: 201, body: book(id) });
const path = `/books/${id}`;

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
  test('is held against the operation', () => {
    const refused = exchangeOf('PATCH', path, {
      json: { title: 'Other' },
      status: 422,
      body: { title: 'No', status: 422, detail: 'No.', instance: path, invalidParams: [] },
    });
    expect(judge([created, refused]).drifts).toContain('update.answers-200');
  });

  test('is held against nobody if a gateway refused it, and both outcomes stay possible', () => {
    const lost = exchangeOf('PATCH', path, { json: { title: 'Other' }, status: 502, body: {} });
    for (const title of ['Salt', 'Other']) {
      const read = exchangeOf('GET', path, { status: 200, body: book(id, { title }) });
      expect(judge([created, lost, read]).drifts).toEqual([]);
    }
    const third = exchangeOf('GET', path, { status: 200, body: book(id, { title: 'Third' }) });
    expect(judge([created, lost, third]).drifts).not.toEqual([]);
  });
});

describe('a field that differs from what is known', () => {
  test('in a read after create', () => {
    const read = exchangeOf('GET', path, { status: 200, body: book(id, { subtitle: 'Gone' }) });
    expect(judge([created, read]).drifts).toEqual(['create.reads-back']);
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

  test('is open for a book that somebody else made, and after a gap in the recording', () => {
    const [one, other] = ['Salt', 'Other'].map((title) =>
      exchangeOf('GET', path, { status: 200, body: book(id, { title }) }),
    );
    expect(judge([one, other]).drifts).toEqual([]);
    expect(judge([created, undefined, other]).drifts).toEqual([]);
  });
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
