/** Tests how the monitor judges refusals, and books after refused updates. */
import { describe, expect, test } from 'vitest';
import {
  buildBook,
  createBody,
  buildExchange,
  judge,
  type UnnumberedExchange,
} from './scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const path = `/books/${id}`;

describe('a published book, after a refused update,', () => {
  const created = buildExchange('POST', '/books', {
    json: createBody,
    status: 201,
    body: buildBook(id),
  });
  const details = { json: {}, status: 204, body: undefined };
  const publish = buildExchange('POST', `${path}/publish`, details);
  const readAs = (status: string, title = 'Salt') =>
    buildExchange('GET', path, { status: 200, body: buildBook(id, { status, title }) });
  const refusedUpdate = buildExchange('PATCH', path, {
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
  const judgeRead = (lastRead: UnnumberedExchange) =>
    judge([created, publish, readAs('published'), refusedUpdate, lastRead]).drifts;

  test('drifts if it is a draft', () => {
    expect(judgeRead(readAs('draft'))).toEqual(['update.refused-changes-nothing']);
    expect(judgeRead(readAs('draft', 'Pepper'))).toEqual(['update.refused-changes-nothing']);
  });

  test('may have its old title or the valid title of the update', () => {
    expect(judgeRead(readAs('published'))).toEqual([]);
    expect(judgeRead(readAs('published', 'Pepper'))).toEqual([]);
  });
});

describe('the refusal of a create of an audiobook without a narrator', () => {
  const create = (status: number, name: string) =>
    buildExchange('POST', '/books', {
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

  test('proves contributor.narrator if it is a 422 that names the contributors', () => {
    expect(judge([create(422, 'contributor')]).met).toContain('contributor.narrator');
  });

  test('does not prove contributor.narrator if it names another field or has another status', () => {
    expect(judge([create(422, 'audioDetails')]).met).not.toContain('contributor.narrator');
    expect(judge([create(400, 'contributor')]).met).not.toContain('contributor.narrator');
  });
});

describe('the refusal of a batch in which one file is for another format', () => {
  const created = buildExchange('POST', '/books', {
    json: createBody,
    status: 201,
    body: buildBook(id),
  });
  const descriptor = (role: string, hash: string) => ({
    referenceId: role,
    role,
    filename: 'file.bin',
    hashSha256: hash.repeat(64),
  });
  const upload = (roles: readonly [string, string], name: string) =>
    buildExchange('POST', `${path}/upload`, {
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

  test('proves upload.role-fits-format if it names the second file, and that file is wrong', () => {
    expect(judge([created, upload(roles, '1.role')]).met).toContain('upload.role-fits-format');
  });

  test('drifts from problem.param-names if it names the first file, and the second is wrong', () => {
    const { met, drifts } = judge([created, upload(roles, '0.role')]);
    expect(met).not.toContain('upload.role-fits-format');
    expect(drifts).toEqual(['problem.param-names']);
    expect(judge([created, upload(roles, '0.filename')]).drifts).toEqual([]);
    expect(judge([created, upload(['ebook_cover', 'ebook_cover'], '1.role')]).drifts).toEqual([]);
  });

  test('may name a used file if an upload went to a URL that no response granted', () => {
    const hashSha256 = 'a'.repeat(64);
    const file = { referenceId: 'a', role: 'ebook_cover', filename: 'a.jpg', hashSha256 };
    const refusedUpload = buildExchange('POST', `${path}/upload`, {
      json: [file],
      status: 409,
      body: {
        title: 'No',
        status: 409,
        detail: 'Uploaded.',
        instance: `${path}/upload`,
        invalidParams: [],
      },
    });
    const put = buildExchange('PUT', 'http://storage.invalid/uploads/1', {
      status: 200,
      body: undefined,
    });
    const uploaded = { ...put, request: { ...put.request, toStorage: true } };
    expect(judge([created, refusedUpload]).drifts).toEqual(['upload.answers-201']);
    expect(judge([created, uploaded, refusedUpload]).drifts).toEqual([]);
  });

  test('does not prove upload.role-fits-format if the first file is wrong', () => {
    const met = (...history: Parameters<typeof judge>[0]) => judge(history).met;
    const swappedUpload = upload(['audio_content', 'ebook_cover'], '0.role');
    expect(met(created, swappedUpload)).not.toContain('upload.role-fits-format');
  });
});

test('a delete of an unknown book must get 404, not 409', () => {
  const details = {
    json: {},
    status: 409,
    body: { title: 'No', status: 409, detail: 'Not in this state.', instance: path },
  };
  const history = [buildExchange('DELETE', path, details)];
  expect(judge(history, { startsEmpty: true }).drifts).toContain('delete.unknown-404');
});

test.each([
  [401, 'yes'],
  [404, 'no'],
] as const)(
  'a read of an unknown book with a wrong key gets %i; the reading of auth.before-routing is %s',
  (status, reading) => {
    const refusedRead = buildExchange('GET', path, {
      status,
      body: { message: 'No.' },
      key: 'wrong',
    });
    const { drifts, readings } = judge([refusedRead], { startsEmpty: true });
    expect(drifts).toEqual([]);
    expect(readings).toEqual([`auth.before-routing=${reading}`]);
  },
);
