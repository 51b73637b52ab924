/** Tests what the monitor believes after a response that was wrong. */
import { expect, test } from 'vitest';
import { book, createBody, exchangeOf, judge } from './scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const otherId = '7d1c4f2e-0b3a-4c55-8e19-6a2f5b9c0d31';
const path = `/books/${id}`;

test('a field that was shown wrong is not believed after a write that leaves its value open', () => {
  const [author, narrator] = ['Author', 'Narrated by'].map((role) => ({
    firstName: 'Ada',
    lastName: 'Marsh',
    role,
  }));
  const contributor = [author, narrator];
  const wrong = { format: 'audio', contributor: [author] };
  const audio = { ...createBody, format: 'audio', contributor };
  const create = exchangeOf('POST', '/books', { json: audio, status: 201, body: book(id, wrong) });
  const update = exchangeOf('PATCH', path, {
    json: { contributor },
    status: 200,
    body: book(id, wrong),
  });
  const publish = exchangeOf('POST', `${path}/publish`, { json: {}, status: 204, body: undefined });
  const { drifts } = judge([create, update, publish]);
  expect(drifts).toContain('create.reads-back');
  expect(drifts).not.toContain('publish.narrator');
});

test('chapters whose titles have another type are left to the schema', () => {
  const chapter = { fileId: otherId, sequence: 1, title: 'One', titleAscii: 5 };
  const audio = { ...createBody, format: 'audio' };
  const shown = { format: 'audio', chapters: [chapter] };
  const create = exchangeOf('POST', '/books', {
    json: audio,
    status: 201,
    body: book(id, { format: 'audio' }),
  });
  const reads = [1, 2, 3].map(() =>
    exchangeOf('GET', path, { status: 200, body: book(id, shown) }),
  );
  expect(judge([create, ...reads]).drifts).not.toContain('read.changes-nothing');
});

test.each([
  ['1.role', []],
  ['2.role', ['problem.param-names']],
])('a Problem names an item of a batch by its position, not %s of two', (name, drifts) => {
  const invalidParams = [{ name, reason: 'does not fit' }];
  const problem = { title: 'No', status: 400, detail: 'No.', instance: `${path}/upload` };
  const upload = exchangeOf('POST', `${path}/upload`, {
    json: [{ role: 'ebook_content' }, { role: 'pod_cover' }],
    status: 400,
    body: { ...problem, invalidParams },
  });
  expect(judge([upload]).drifts).toEqual(drifts);
});

test('a chapter that is replaced loses the ASCII title that its new entry does not have', () => {
  const create = exchangeOf('POST', '/books', {
    json: { ...createBody, format: 'audio' },
    status: 201,
    body: book(id, { format: 'audio' }),
  });
  const one = { fileId: otherId, sequence: 1, title: 'Über', titleAscii: 'Ueber' };
  const two = { fileId: otherId, sequence: 1, title: 'Two' };
  const set = (chapter: object) =>
    exchangeOf('PATCH', path, {
      json: { chapters: [chapter] },
      status: 200,
      body: { bookId: id },
    });
  const shows = (chapter: object) =>
    exchangeOf('GET', path, {
      status: 200,
      body: book(id, { format: 'audio', chapters: [chapter] }),
    });
  const history = [create, set(one), set(two)];
  expect(judge([...history, shows({ ...two, titleAscii: null })]).drifts).toEqual([]);
  const kept = judge([...history, shows({ ...two, titleAscii: 'Ueber' })]);
  expect(kept.drifts).toContain('chapters.replace');
});

test('an optional field that had a value may not be absent, one that had none may', () => {
  const subtitle = 'A map';
  const readWithout = (name: string) => {
    const body = book(id, { subtitle, [name]: undefined });
    return exchangeOf('GET', path, { status: 200, body });
  };
  const json = { ...createBody, subtitle };
  const create = exchangeOf('POST', '/books', { json, status: 201, body: book(id, { subtitle }) });
  expect(judge([create, readWithout('subtitle')]).drifts).toContain('create.reads-back');
  expect(judge([create, readWithout('isbn')]).drifts).toEqual([]);
});
