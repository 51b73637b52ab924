/** Tests how the monitor judges responses by the exchanges before them. */
import { describe, expect, test } from 'vitest';
import {
  buildBook,
  createBody,
  buildExchange,
  judge,
  buildListItem,
  buildPage,
} from './scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const created = buildExchange('POST', '/books', {
  json: createBody,
  status: 201,
  body: buildBook(id),
});
const path = `/books/${id}`;

const notFound = { status: 404, body: { message: 'No such book.' } };

describe('an undocumented success status drifts', () => {
  test('if a create gets 200', () => {
    const response = { json: createBody, status: 200, body: buildBook(id) };
    expect(judge([buildExchange('POST', '/books', response)]).drifts).toEqual([
      'create.answers-201',
    ]);
  });

  test('if an update gets 202', () => {
    const response = {
      json: { title: 'Other' },
      status: 202,
      body: buildBook(id, { title: 'Other' }),
    };
    const { drifts } = judge([created, buildExchange('PATCH', path, response)]);
    expect(drifts).toEqual(['update.answers-200']);
  });
});

describe('a documented update that is refused', () => {
  test('drifts from update.answers-200', () => {
    const refusedUpdate = buildExchange('PATCH', path, {
      json: { title: 'Other' },
      status: 422,
      body: { title: 'No', status: 422, detail: 'No.', instance: path, invalidParams: [] },
    });
    expect(judge([created, refusedUpdate]).drifts).toContain('update.answers-200');
  });

  test.each([502, 503, 504])(
    'may or may not have taken effect if a gateway returned %i',
    (status) => {
      const failedUpdate = buildExchange('PATCH', path, {
        json: { title: 'Other' },
        status,
        body: {},
      });
      const readAs = (title: string) =>
        judge([
          created,
          failedUpdate,
          buildExchange('GET', path, { status: 200, body: buildBook(id, { title }) }),
        ]);
      expect(readAs('Salt').drifts).toEqual(['errors.no-5xx']);
      expect(readAs('Other').drifts).toEqual(['errors.no-5xx']);
      expect(readAs('Third').drifts).toEqual(['errors.no-5xx', 'create.reads-back']);
    },
  );
});

describe('a field with another value than the known one', () => {
  test('drifts from create.reads-back in a read after the create', () => {
    const read = buildExchange('GET', path, {
      status: 200,
      body: buildBook(id, { subtitle: 'Gone' }),
    });
    const { drifts, comparisons } = judge([created, read]);
    expect(drifts).toEqual(['create.reads-back']);
    expect(comparisons).toEqual([{ expected: null, actual: 'Gone' }]);
  });

  test('drifts from update.keeps-the-rest in a read after an update without the field', () => {
    const update = buildExchange('PATCH', path, {
      json: { title: 'Other' },
      status: 200,
      body: { bookId: id },
    });
    const read = buildExchange('GET', path, {
      status: 200,
      body: buildBook(id, { title: 'Other', copyright: 'ELSE' }),
    });
    expect(judge([created, update, read]).drifts).toEqual(['update.keeps-the-rest']);
  });

  test('drifts from list.agrees-with-book in a list after the lag', () => {
    const list = (answeredAt: number) =>
      buildExchange('GET', '/books', {
        status: 200,
        body: buildPage([buildListItem(id, { title: 'Stale' })]),
        answeredAt,
      });
    const update = buildExchange('PATCH', path, {
      json: { title: 'Fresh' },
      status: 200,
      body: buildBook(id, { title: 'Fresh' }),
    });
    expect(judge([created, update, list(60_000)]).drifts).toEqual(['list.agrees-with-book']);
  });

  test('does not drift while an update of the book is in progress', () => {
    const update = buildExchange('PATCH', path, {
      json: { title: 'Other' },
      status: 200,
      body: { bookId: id },
      sentAt: 1_000,
      answeredAt: 3_000,
    });
    const read = buildExchange('GET', path, {
      status: 200,
      body: buildBook(id),
      sentAt: 2_000,
      answeredAt: 3_500,
    });
    expect(judge([created, update, read]).drifts).toEqual([]);
  });

  test('does not drift for a book that another client created, or after a gap in the recording', () => {
    const [firstRead, secondRead] = ['Salt', 'Other'].map((title) =>
      buildExchange('GET', path, { status: 200, body: buildBook(id, { title }) }),
    );
    expect(judge([firstRead, secondRead]).drifts).toEqual([]);
    expect(judge([created, undefined, secondRead]).drifts).toEqual([]);
  });
});

test('a deleted book may be shown by a read or be missing if a publish overlapped with the delete', () => {
  const times = { sentAt: 1_000, answeredAt: 9_000 };
  const publish = buildExchange('POST', `${path}/publish`, { ...notFound, ...times });
  const deletion = {
    ...buildExchange('DELETE', path, { json: {}, status: 204, body: undefined }),
    sentAt: 2_000,
    answeredAt: 3_000,
    inFlight: [publish.request],
  };
  const read = buildExchange('GET', path, { status: 200, body: buildBook(id), answeredAt: 10_000 });
  const refusedUpdate = buildExchange('PATCH', path, {
    json: { title: 'X' },
    ...notFound,
    answeredAt: 11_000,
  });
  expect(judge([created, deletion, publish, read, refusedUpdate]).drifts).toEqual([]);
});

test('a lookup may find no book while the book is being deleted', () => {
  const deletion = buildExchange('DELETE', path, { json: {}, status: 204, body: undefined });
  const problem = { title: 'No', status: 422, detail: 'No.', invalidParams: [] };
  const instance = '/v2/distribution/books/external-id/cat-1';
  const invalidParams = [{ name: 'bookExternalId', reason: 'No such book.' }];
  const lookup = buildExchange('GET', '/books/external-id/cat-1', {
    status: 422,
    body: { ...problem, instance, invalidParams },
    answeredAt: 60_000,
  });
  expect(judge([created, lookup]).drifts).toEqual(['lookup.answers-200']);
  expect(judge([created, { ...lookup, inFlight: [deletion.request] }]).drifts).toEqual([]);
});

test('a list may show another update time than a list before it, while both may lag', () => {
  const lists = ['2026-11-02T14:05:31.000Z', '2026-11-02T14:06:00.000Z'].map((updatedAt, index) =>
    buildExchange('GET', '/books', {
      status: 200,
      body: buildPage([buildListItem(id, { updatedAt })]),
      answeredAt: 2_000 + index,
    }),
  );
  const update = buildExchange('PATCH', path, {
    json: { title: 'Salt' },
    status: 200,
    body: { bookId: id },
  });
  expect(judge([created, { ...update, answeredAt: 1_000 }, ...lists]).drifts).toEqual([]);
});

test('a lookup finds a book by its new external id, and drifts after the lag if it finds it by the old one', () => {
  const lookUpPath = (externalId: string): string => `/books/external-id/${externalId}`;
  const changes = { externalId: 'cat-2' };
  const update = buildExchange('PATCH', `/books/${id}`, {
    json: changes,
    status: 200,
    body: buildBook(id, changes),
  });
  const response = { status: 200, body: buildBook(id, changes) };
  const judgeLookup = (externalId: string, sentAt: number): readonly string[] =>
    judge([created, update, buildExchange('GET', lookUpPath(externalId), { ...response, sentAt })])
      .drifts;
  expect(judgeLookup('cat-1', 60_000)).toEqual(['lookup.unknown-422']);
  expect(judgeLookup('cat-1', 1_000)).toEqual([]);
  expect(judgeLookup('cat-2', 60_000)).toEqual([]);
});

test('an update of only the chapters returns a published audiobook to draft', () => {
  const fileId = 'a4b0c6de-0b1c-4a43-8b55-3a2a8f2c9f10';
  const audiobook = { format: 'audio', chapters: [] };
  const create = buildExchange('POST', '/books', {
    json: { ...createBody, format: 'audio' },
    status: 201,
    body: buildBook(id, audiobook),
  });
  const publish = buildExchange('POST', `${path}/publish`, {
    json: {},
    status: 204,
    body: undefined,
  });
  const chapters = [{ fileId, sequence: 1, title: 'One' }];
  const update = buildExchange('PATCH', path, {
    json: { chapters },
    status: 200,
    body: { bookId: id },
  });
  const readAs = (status: string) =>
    buildExchange('GET', path, {
      status: 200,
      body: buildBook(id, { ...audiobook, chapters, status }),
    });
  const judgeStatus = (status: string): readonly string[] =>
    judge([create, publish, update, readAs(status)]).drifts;
  expect(judgeStatus('in_review')).toContain('update.returns-to-draft');
  expect(judgeStatus('draft')).not.toContain('update.returns-to-draft');
});
