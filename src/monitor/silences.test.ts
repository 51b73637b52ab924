import { describe, expect, test } from 'vitest';
import { book, createBody, exchangeOf, judge } from './scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const fileId = '9b2d7c14-6a55-4f0e-8c3d-51e7a0b46f28';
const path = `/books/${id}`;
const empty = { startsEmpty: true };

function refusal(status: number, name: string, instance: string) {
  const invalidParams = [{ name, reason: 'isbn: Not here.' }];
  return { title: 'Refused', status, detail: 'isbn: refused.', instance, invalidParams };
}

function create(fields: Readonly<Record<string, unknown>>, status = 201) {
  const body = status === 201 ? book(id, fields) : refusal(status, 'isbn', '/books');
  return exchangeOf('POST', '/books', { json: { ...createBody, ...fields }, status, body });
}

describe('an ISBN that is refused with 400', () => {
  const bad = '9780306406158';

  test('is permitted for a format that needs none', () => {
    expect(judge([create({ isbn: bad }, 400)]).drifts).toEqual([]);
  });

  test('drifts for print, and if the service accepts an ISBN', () => {
    const drifts = ['isbn.valid-on-create', 'errors.documented-422'];
    expect(judge([create({ format: 'print', isbn: bad }, 400)], empty).drifts).toEqual(drifts);
    const taken = create({ isbn: '9780306406157' });
    const other = { title: 'Pepper', externalId: 'cat-2', isbn: bad };
    expect(judge([taken, create(other, 400)], empty).drifts).toEqual(drifts);
  });
});

describe('a wrong key', () => {
  const unpublish = (status: number) =>
    exchangeOf('POST', `${path}/unpublish`, {
      json: {},
      status,
      body: { message: 'No.' },
      key: 'wrong',
    });

  test('gets 401 and not 403 in every status of the book', () => {
    expect(judge([create({}), unpublish(401)]).drifts).toEqual([]);
    expect(judge([create({}), unpublish(403)]).drifts).toEqual(['auth.invalid-key']);
  });
});

describe('a book that is not a draft', () => {
  const publish = exchangeOf('POST', `${path}/publish`, { json: {}, status: 204, body: undefined });
  const unpublish = (status: number) =>
    exchangeOf('POST', `${path}/unpublish`, { json: {}, status, body: undefined });
  const shows = (status: string) =>
    exchangeOf('GET', path, { status: 200, body: book(id, { status }) });
  const refusedEdit = (name: string) =>
    exchangeOf('PATCH', path, {
      json: { subtitle: 'New', publicationDate: '2031-02-30' },
      status: 400,
      body: refusal(400, name, path),
    });

  test('may refuse any edit, but not with 400 for one bad field', () => {
    const inReview = [create({}), publish, shows('in_review')];
    expect(judge([...inReview, refusedEdit('status')]).drifts).toEqual([]);
    expect(judge([...inReview, refusedEdit('publicationDate')]).drifts).toEqual([
      'date.valid-on-update',
      'errors.documented-422',
    ]);
  });

  test('is still there after a refused delete, in every response that shows it', () => {
    const remove = exchangeOf('DELETE', path, {
      json: {},
      status: 409,
      body: refusal(409, 'status', path),
    });
    const gone = exchangeOf('POST', `${path}/upload`, {
      json: [],
      status: 404,
      body: { message: 'No such book.' },
    });
    expect(judge([create({}), publish, shows('published'), remove, gone]).drifts).toEqual([
      'delete.refused-changes-nothing',
    ]);
  });

  test('is no longer published after an unpublish', () => {
    const published = [create({}), publish, shows('published')];
    const after = (status: number, shown: string) =>
      judge([...published, unpublish(status), shows(shown)]).drifts;
    expect(after(204, 'published')).toEqual(['unpublish.withdraws']);
    expect(after(204, 'draft')).toEqual([]);
    expect(after(202, 'published')).toEqual([]);
  });
});

describe('readings', () => {
  test('are not taken from a success that may have ignored the value', () => {
    expect(judge([create({ isbn: '9780306406157' })]).readings).not.toContain(
      'isbn.formats=accepted',
    );
    const unlisted = exchangeOf('POST', '/books', {
      json: { ...createBody, isFinalVersion: true },
      status: 201,
      body: { bookId: id },
    });
    expect(judge([unlisted]).readings).toEqual(['create.response=walkthrough']);
  });

  test('are taken from a refusal that has one reason', () => {
    const refused = create({ isbn: '9780306406157' }, 422);
    expect(judge([refused], empty).readings).toContain('isbn.formats=422');
  });

  test('of chapters before attach are not taken from a file of another book', () => {
    const audio = create({
      format: 'audio',
      audioDetails: { audioLength: 5, audioEdition: 'UBR' },
    });
    const chapters = [{ fileId, sequence: 1, title: 'One' }];
    const answer = { status: 422, body: refusal(422, 'chapters.0.fileId', path) };
    const update = exchangeOf('PATCH', path, { json: { chapters }, ...answer });
    const { drifts, readings } = judge([audio, update]);
    expect(drifts).toEqual([]);
    expect(readings.filter((one) => one.startsWith('flow.'))).toEqual([]);
  });
});

test('a URL that a later request for the same file replaced may refuse the bytes', () => {
  const hashSha256 = 'ab'.repeat(32);
  const file = { referenceId: 'a', role: 'ebook_cover', filename: 'a.jpg', hashSha256 };
  const granted = (url: string) =>
    exchangeOf('POST', `${path}/upload`, {
      json: [file],
      status: 201,
      body: [{ id: fileId, url, expiresAt: '2031-01-01T00:00:00.000Z' }],
    });
  const put = (url: string, status: number) => {
    const { request, ...rest } = exchangeOf('PUT', url, { status, body: undefined });
    const headers = { 'content-type': 'image/jpeg' };
    const body = { kind: 'bytes', size: 9, sha256: hashSha256 } as const;
    return { ...rest, request: { ...request, toStorage: true, headers, body } };
  };
  const [first, second] = ['https://storage.invalid/1', 'https://storage.invalid/2'];
  const history = [create({}), granted(first), granted(second), put(second, 200), put(first, 403)];
  const date = new Date(0).toUTCString();
  const dated = history.map(({ response, ...rest }) => ({
    ...rest,
    response: response && { ...response, headers: { ...response.headers, date } },
  }));
  expect(judge(dated).drifts).toEqual([]);
});

describe('a service that writes ids in upper case', () => {
  const upper = id.toUpperCase();
  const created = exchangeOf('POST', '/books', {
    json: createBody,
    status: 201,
    body: book(upper),
  });
  const read = (title: string, spelled: string) =>
    exchangeOf('GET', `/books/${spelled}`, { status: 200, body: book(upper, { title }) });

  test('is judged by them as any other', () => {
    expect(judge([created, read('Salt', upper)]).drifts).toEqual([]);
    expect(judge([created, read('Pepper', upper)]).drifts).toEqual(['create.reads-back']);
  });

  test('may refuse them in lower case', () => {
    const refused = { status: 404, body: { message: 'No such book.' } };
    expect(judge([created, exchangeOf('GET', `/books/${upper}`, refused)]).drifts).not.toEqual([]);
    expect(judge([created, exchangeOf('GET', path, refused)]).drifts).toEqual([]);
  });
});

test('a content type that is not JSON is refused with 400, even if the body is JSON', () => {
  const { request, ...rest } = create({}, 400);
  const body = { kind: 'text', text: 'Salt' } as const;
  const plain = { ...request, headers: { 'content-type': 'text/plain' }, body };
  expect(judge([{ ...rest, request: plain }]).drifts).not.toContain('create.content-type-400');
  const other = create({}, 415);
  expect(judge([{ ...other, request: plain }]).drifts).toContain('create.content-type-400');
});

test('a book that a refused create left behind is blamed on that create', () => {
  const found = exchangeOf('GET', '/books/external-id/cat-1', { status: 200, body: book(id) });
  const refused = create({ isbn: 'x', format: 'print' }, 422);
  expect(judge([refused, found], empty).drifts).toEqual(['create.refused-leaves-nothing']);
});

test('a day that does not exist is not a publication date, so no service may store another one', () => {
  const change = exchangeOf('PATCH', path, {
    json: { publicationDate: '2031-02-30' },
    status: 200,
    body: book(id, { publicationDate: '2031-03-02' }),
  });
  expect(judge([create({}), change]).drifts).toContain('date.valid-on-update');
});

describe('an external id', () => {
  const lookedUp = (externalId: string) =>
    judge([
      create({ externalId }),
      exchangeOf('GET', `/books/external-id/${encodeURIComponent(externalId)}`, {
        status: 422,
        body: refusal(422, 'bookExternalId', `/books/external-id/${externalId}`),
        sentAt: 60_000,
      }),
    ]).drifts;

  test('of letters in any script finds its book', () => {
    expect(lookedUp('küste-1')).toContain('lookup.answers-200');
  });

  test('with reserved characters may not be found', () => {
    expect(lookedUp('a b/c')).toEqual([]);
  });
});
