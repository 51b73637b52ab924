/** Tests what the monitor accepts if the document leaves something open, and which readings it records. */
import { describe, expect, test } from 'vitest';
import { buildBook, createBody, buildExchange, judge } from './scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const fileId = '9b2d7c14-6a55-4f0e-8c3d-51e7a0b46f28';
const path = `/books/${id}`;
const startsEmpty = { startsEmpty: true };

function buildRefusal(status: number, name: string, instance: string) {
  const invalidParams = [{ name, reason: 'isbn: Not here.' }];
  return { title: 'Refused', status, detail: 'isbn: refused.', instance, invalidParams };
}

function create(fields: Readonly<Record<string, unknown>>, status = 201) {
  const body = status === 201 ? buildBook(id, fields) : buildRefusal(status, 'isbn', '/books');
  return buildExchange('POST', '/books', { json: { ...createBody, ...fields }, status, body });
}

describe('the refusal of a wrong ISBN with 400', () => {
  const badIsbn = '9780306406158';

  test('does not drift for an ebook, which needs no ISBN', () => {
    expect(judge([create({ isbn: badIsbn }, 400)]).drifts).toEqual([]);
  });

  test('drifts for a print book, and for an ebook if the service has accepted an ISBN for one', () => {
    const drifts = ['isbn.valid-on-create', 'errors.documented-422'];
    expect(judge([create({ format: 'print', isbn: badIsbn }, 400)], startsEmpty).drifts).toEqual(
      drifts,
    );
    const acceptedCreate = create({ isbn: '9780306406157' });
    const otherFields = { title: 'Pepper', externalId: 'cat-2', isbn: badIsbn };
    expect(judge([acceptedCreate, create(otherFields, 400)], startsEmpty).drifts).toEqual(drifts);
  });
});

describe('a wrong key', () => {
  const unpublish = (status: number) =>
    buildExchange('POST', `${path}/unpublish`, {
      json: {},
      status,
      body: { message: 'No.' },
      key: 'wrong',
    });

  test('must get 401 and not 403', () => {
    expect(judge([create({}), unpublish(401)]).drifts).toEqual([]);
    expect(judge([create({}), unpublish(403)]).drifts).toEqual(['auth.invalid-key']);
  });
});

describe('a book that is not a draft', () => {
  const publish = buildExchange('POST', `${path}/publish`, {
    json: {},
    status: 204,
    body: undefined,
  });
  const unpublish = (status: number) =>
    buildExchange('POST', `${path}/unpublish`, { json: {}, status, body: undefined });
  const readAs = (status: string) =>
    buildExchange('GET', path, { status: 200, body: buildBook(id, { status }) });
  const refuseUpdate = (name: string) =>
    buildExchange('PATCH', path, {
      json: { subtitle: 'New', publicationDate: '2031-02-30' },
      status: 400,
      body: buildRefusal(400, name, path),
    });

  test('may refuse an update with 400 because of its status, but not because of a wrong date', () => {
    const inReview = [create({}), publish, readAs('in_review')];
    expect(judge([...inReview, refuseUpdate('status')]).drifts).toEqual([]);
    expect(judge([...inReview, refuseUpdate('publicationDate')]).drifts).toEqual([
      'date.valid-on-update',
      'errors.documented-422',
    ]);
  });

  test('drifts for a refused delete if a later upload request does not find the book', () => {
    const refusedDelete = buildExchange('DELETE', path, {
      json: {},
      status: 409,
      body: buildRefusal(409, 'status', path),
    });
    const refusedUpload = buildExchange('POST', `${path}/upload`, {
      json: [],
      status: 404,
      body: { message: 'No such book.' },
    });
    expect(
      judge([create({}), publish, readAs('published'), refusedDelete, refusedUpload]).drifts,
    ).toEqual(['delete.refused-changes-nothing']);
  });

  test('may no longer be published after an unpublish with 204, but may after one with 202', () => {
    const history = [create({}), publish, readAs('published')];
    const judgeUnpublish = (status: number, shownStatus: string) =>
      judge([...history, unpublish(status), readAs(shownStatus)]).drifts;
    expect(judgeUnpublish(204, 'published')).toEqual(['unpublish.withdraws']);
    expect(judgeUnpublish(204, 'draft')).toEqual([]);
    expect(judgeUnpublish(202, 'published')).toEqual([]);
  });
});

describe('readings', () => {
  test('are not recorded from a create that may have ignored the field', () => {
    expect(judge([create({ isbn: '9780306406157' })]).readings).not.toContain(
      'isbn.formats=accepted',
    );
    const createWithShortBody = buildExchange('POST', '/books', {
      json: { ...createBody, isFinalVersion: true },
      status: 201,
      body: { bookId: id },
    });
    expect(judge([createWithShortBody]).readings).toEqual(['create.response=walkthrough']);
  });

  test('are recorded from a refusal with one possible reason', () => {
    const refusedCreate = create({ isbn: '9780306406157' }, 422);
    expect(judge([refusedCreate], startsEmpty).readings).toContain('isbn.formats=422');
  });

  test('of chapters before attach are not recorded from the refusal of an unknown file', () => {
    const createAudio = create({
      format: 'audio',
      audioDetails: { audioLength: 5, audioEdition: 'UBR' },
    });
    const chapters = [{ fileId, sequence: 1, title: 'One' }];
    const response = { status: 422, body: buildRefusal(422, 'chapters.0.fileId', path) };
    const update = buildExchange('PATCH', path, { json: { chapters }, ...response });
    const { drifts, readings } = judge([createAudio, update]);
    expect(drifts).toEqual([]);
    expect(readings.filter((reading) => reading.startsWith('flow.'))).toEqual([]);
  });
});

test('an upload URL may refuse the bytes after a later request for the same file got a new URL', () => {
  const hashSha256 = 'ab'.repeat(32);
  const file = { referenceId: 'a', role: 'ebook_cover', filename: 'a.jpg', hashSha256 };
  const grant = (url: string) =>
    buildExchange('POST', `${path}/upload`, {
      json: [file],
      status: 201,
      body: [{ id: fileId, url, expiresAt: '2031-01-01T00:00:00.000Z' }],
    });
  const upload = (url: string, status: number) => {
    const { request, ...rest } = buildExchange('PUT', url, { status, body: undefined });
    const headers = { 'content-type': 'image/jpeg' };
    const body = { kind: 'bytes', size: 9, sha256: hashSha256 } as const;
    return { ...rest, request: { ...request, toStorage: true, headers, body } };
  };
  const [first, second] = ['https://storage.invalid/1', 'https://storage.invalid/2'];
  const history = [
    create({}),
    grant(first),
    grant(second),
    upload(second, 200),
    upload(first, 403),
  ];
  const date = new Date(0).toUTCString();
  const datedHistory = history.map(({ response, ...rest }) => ({
    ...rest,
    response: response && { ...response, headers: { ...response.headers, date } },
  }));
  expect(judge(datedHistory).drifts).toEqual([]);
});

describe('a service that writes ids in upper case', () => {
  const upperCaseId = id.toUpperCase();
  const created = buildExchange('POST', '/books', {
    json: createBody,
    status: 201,
    body: buildBook(upperCaseId),
  });
  const read = (title: string, spelling: string) =>
    buildExchange('GET', `/books/${spelling}`, {
      status: 200,
      body: buildBook(upperCaseId, { title }),
    });

  test('is judged by these ids like any other service', () => {
    expect(judge([created, read('Salt', upperCaseId)]).drifts).toEqual([]);
    expect(judge([created, read('Pepper', upperCaseId)]).drifts).toEqual(['create.reads-back']);
  });

  test('may refuse ids in lower case, but not in upper case', () => {
    const notFound = { status: 404, body: { message: 'No such book.' } };
    expect(
      judge([created, buildExchange('GET', `/books/${upperCaseId}`, notFound)]).drifts,
    ).not.toEqual([]);
    expect(judge([created, buildExchange('GET', path, notFound)]).drifts).toEqual([]);
  });
});

test('a create with a text body must get 400, not 415', () => {
  const { request, ...rest } = create({}, 400);
  const body = { kind: 'text', text: 'Salt' } as const;
  const textRequest = { ...request, headers: { 'content-type': 'text/plain' }, body };
  expect(judge([{ ...rest, request: textRequest }]).drifts).not.toContain(
    'create.content-type-400',
  );
  const createWith415 = create({}, 415);
  expect(judge([{ ...createWith415, request: textRequest }]).drifts).toContain(
    'create.content-type-400',
  );
});

test('a lookup that finds the book of a refused create drifts for that create', () => {
  const lookup = buildExchange('GET', '/books/external-id/cat-1', {
    status: 200,
    body: buildBook(id),
  });
  const refusedCreate = create({ isbn: 'x', format: 'print' }, 422);
  expect(judge([refusedCreate, lookup], startsEmpty).drifts).toEqual([
    'create.refused-leaves-nothing',
  ]);
});

test('an update drifts if it accepts a day that does not exist and stores another one', () => {
  const update = buildExchange('PATCH', path, {
    json: { publicationDate: '2031-02-30' },
    status: 200,
    body: buildBook(id, { publicationDate: '2031-03-02' }),
  });
  expect(judge([create({}), update]).drifts).toContain('date.valid-on-update');
});

describe('an external id', () => {
  const judgeFailedLookup = (externalId: string) =>
    judge([
      create({ externalId }),
      buildExchange('GET', `/books/external-id/${encodeURIComponent(externalId)}`, {
        status: 422,
        body: buildRefusal(422, 'bookExternalId', `/books/external-id/${externalId}`),
        sentAt: 60_000,
      }),
    ]).drifts;

  test('with letters of any script must be found by a lookup', () => {
    expect(judgeFailedLookup('küste-1')).toContain('lookup.answers-200');
  });

  test('with reserved characters may be unknown to a lookup', () => {
    expect(judgeFailedLookup('a b/c')).toEqual([]);
  });
});
