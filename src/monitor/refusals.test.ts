/** Judges what a book shows after a call about it was refused. */
import { describe, expect, test } from 'vitest';
import { book, createBody, exchangeOf, judge } from './scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const path = `/books/${id}`;

describe('a book in the shops, after an update that was refused', () => {
  const created = exchangeOf('POST', '/books', { json: createBody, status: 201, body: book(id) });
  const accepted = { json: {}, status: 204, body: undefined };
  const published = exchangeOf('POST', `${path}/publish`, accepted);
  const readAs = (status: string, title = 'Salt') =>
    exchangeOf('GET', path, { status: 200, body: book(id, { status, title }) });
  const refused = exchangeOf('PATCH', path, {
    json: { title: 'Pepper', publicationDate: '2031-02-30' },
    status: 422,
    body: {
      title: 'Refused',
      status: 422,
      detail: 'publicationDate: This is not a date.',
      instance: path,
      invalidParams: [{ name: 'publicationDate', reason: 'This is not a date.' }],
    },
  });
  const judged = (after: ReturnType<typeof readAs>) =>
    judge([created, published, readAs('published'), refused, after]).drifts;

  test('is not a draft', () => {
    expect(judged(readAs('draft'))).toEqual(['update.refused-changes-nothing']);
    expect(judged(readAs('draft', 'Pepper'))).toEqual(['update.refused-changes-nothing']);
  });

  test('may have kept the fields that were right', () => {
    expect(judged(readAs('published'))).toEqual([]);
    expect(judged(readAs('published', 'Pepper'))).toEqual([]);
  });
});

describe('an audiobook without a narrator that is refused at once', () => {
  const create = (status: number, name: string) =>
    exchangeOf('POST', '/books', {
      json: { ...createBody, format: 'audio' },
      status,
      body: {
        title: 'Refused',
        status,
        detail: 'Incomplete.',
        instance: '/books',
        invalidParams: [{ name, reason: 'This is missing.' }],
      },
    });

  test('shows that a narrator is needed if the refusal names the contributors', () => {
    expect(judge([create(422, 'contributor')]).met).toContain('contributor.narrator');
  });

  test('shows nothing if it names another field, or with another status', () => {
    expect(judge([create(422, 'audioDetails')]).met).not.toContain('contributor.narrator');
    expect(judge([create(400, 'contributor')]).met).not.toContain('contributor.narrator');
  });
});

describe('a batch of files in which the second is for another format', () => {
  const created = exchangeOf('POST', '/books', { json: createBody, status: 201, body: book(id) });
  const descriptor = (role: string, hash: string) => ({
    referenceId: role,
    role,
    filename: 'file.bin',
    hashSha256: hash.repeat(64),
  });
  const upload = (roles: readonly [string, string], name: string) =>
    exchangeOf('POST', `${path}/upload`, {
      json: [descriptor(roles[0], 'a'), descriptor(roles[1], 'b')],
      status: 400,
      body: {
        title: 'Refused',
        status: 400,
        detail: 'Wrong role.',
        instance: `${path}/upload`,
        invalidParams: [{ name, reason: 'This role is for another format.' }],
      },
    });
  const roles = ['ebook_cover', 'audio_content'] as const;

  test('is refused in either meaning of the batch', () => {
    expect(judge([created, upload(roles, '1.role')]).met).toContain('upload.role-fits-format');
  });

  test('shows nothing if the first one is misplaced, or the refusal names the other', () => {
    const met = (...history: Parameters<typeof judge>[0]) => judge(history).met;
    expect(met(created, upload(roles, '0.role'))).not.toContain('upload.role-fits-format');
    const swapped = upload(['audio_content', 'ebook_cover'], '0.role');
    expect(met(created, swapped)).not.toContain('upload.role-fits-format');
  });
});

test('a book that does not exist has no status that could refuse a delete', () => {
  const refused = {
    json: {},
    status: 409,
    body: { title: 'No', status: 409, detail: 'Not in this state.', instance: path },
  };
  const history = [exchangeOf('DELETE', path, refused)];
  expect(judge(history, { startsEmpty: true }).drifts).toContain('delete.unknown-404');
});

test.each([
  [401, 'yes'],
  [404, 'no'],
] as const)('a refusal with %i shows whether the key is checked first: %s', (status, reading) => {
  const refused = exchangeOf('GET', path, { status, body: { message: 'No.' }, key: 'wrong' });
  const { drifts, readings } = judge([refused], { startsEmpty: true });
  expect(drifts).toEqual([]);
  expect(readings).toEqual([`auth.before-routing=${reading}`]);
});
