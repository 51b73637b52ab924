/** Tests what the monitor assumes after a wrong response, and how it judges single chapters and fields. */
import { expect, test } from 'vitest';
import { buildBook, createBody, buildExchange, judge } from './scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const otherId = '7d1c4f2e-0b3a-4c55-8e19-6a2f5b9c0d31';
const path = `/books/${id}`;

test('a publish may succeed without the narrator that earlier responses wrongly omitted', () => {
  const [author, narrator] = ['Author', 'Narrated by'].map((role) => ({
    firstName: 'Ada',
    lastName: 'Marsh',
    role,
  }));
  const contributor = [author, narrator];
  const wrongFields = { format: 'audio', contributor: [author] };
  const audiobook = { ...createBody, format: 'audio', contributor };
  const create = buildExchange('POST', '/books', {
    json: audiobook,
    status: 201,
    body: buildBook(id, wrongFields),
  });
  const update = buildExchange('PATCH', path, {
    json: { contributor },
    status: 200,
    body: buildBook(id, wrongFields),
  });
  const publish = buildExchange('POST', `${path}/publish`, {
    json: {},
    status: 204,
    body: undefined,
  });
  const { drifts } = judge([create, update, publish]);
  expect(drifts).toContain('create.reads-back');
  expect(drifts).not.toContain('publish.narrator');
});

test('chapters with titles of another type do not drift from read.changes-nothing', () => {
  const chapter = { fileId: otherId, sequence: 1, title: 'One', titleAscii: 5 };
  const audiobook = { ...createBody, format: 'audio' };
  const shownFields = { format: 'audio', chapters: [chapter] };
  const create = buildExchange('POST', '/books', {
    json: audiobook,
    status: 201,
    body: buildBook(id, { format: 'audio' }),
  });
  const reads = [1, 2, 3].map(() =>
    buildExchange('GET', path, { status: 200, body: buildBook(id, shownFields) }),
  );
  expect(judge([create, ...reads]).drifts).not.toContain('read.changes-nothing');
});

test.each([
  ['1.role', []],
  ['2.role', ['problem.param-names']],
])('a Problem that names %s of a batch of two drifts from %j', (name, drifts) => {
  const invalidParams = [{ name, reason: 'does not fit' }];
  const problem = { title: 'No', status: 400, detail: 'No.', instance: `${path}/upload` };
  const upload = buildExchange('POST', `${path}/upload`, {
    json: [{ role: 'ebook_content' }, { role: 'pod_cover' }],
    status: 400,
    body: { ...problem, invalidParams },
  });
  expect(judge([upload]).drifts).toEqual(drifts);
});

test('a replaced chapter drifts if it keeps an ASCII title that its new entry omits', () => {
  const create = buildExchange('POST', '/books', {
    json: { ...createBody, format: 'audio' },
    status: 201,
    body: buildBook(id, { format: 'audio' }),
  });
  const oldChapter = { fileId: otherId, sequence: 1, title: 'Über', titleAscii: 'Ueber' };
  const newChapter = { fileId: otherId, sequence: 1, title: 'Two' };
  const setChapter = (chapter: object) =>
    buildExchange('PATCH', path, {
      json: { chapters: [chapter] },
      status: 200,
      body: { bookId: id },
    });
  const readChapter = (chapter: object) =>
    buildExchange('GET', path, {
      status: 200,
      body: buildBook(id, { format: 'audio', chapters: [chapter] }),
    });
  const history = [create, setChapter(oldChapter), setChapter(newChapter)];
  expect(judge([...history, readChapter({ ...newChapter, titleAscii: null })]).drifts).toEqual([]);
  const kept = judge([...history, readChapter({ ...newChapter, titleAscii: 'Ueber' })]);
  expect(kept.drifts).toContain('chapters.replace');
});

test('an optional field may be absent from a read only if it has no value', () => {
  const subtitle = 'A map';
  const readWithout = (name: string) => {
    const body = buildBook(id, { subtitle, [name]: undefined });
    return buildExchange('GET', path, { status: 200, body });
  };
  const json = { ...createBody, subtitle };
  const create = buildExchange('POST', '/books', {
    json,
    status: 201,
    body: buildBook(id, { subtitle }),
  });
  expect(judge([create, readWithout('subtitle')]).drifts).toContain('create.reads-back');
  expect(judge([create, readWithout('isbn')]).drifts).toEqual([]);
});
