import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestClient, valueAt, type TestClient } from '../scenes/ask-in-process.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';

let sandbox: Sandbox;
let ask: TestClient;
let book: string;
let tracks: string[];
let cover: string;

beforeEach(async () => {
  sandbox = await createSandbox();
  ask = createTestClient(sandbox);
  book = await ask.create('audio');
  tracks = [];
  for (const name of ['a', 'b', 'c']) {
    tracks.push((await ask.file(book, 'audio_content', name)).id);
  }
  cover = (await ask.file(book, 'audio_cover')).id;
});

afterEach(() => sandbox.close());

const chapter = (sequence: number, track = 0, more: object = {}) => ({
  fileId: tracks[track] ?? '',
  sequence,
  title: `Chapter ${sequence}`,
  ...more,
});
const set = (...chapters: object[]) => ask.patch(`/books/${book}`, { chapters });
const read = async () =>
  valueAt((await ask.get(`/books/${book}`)).body, 'data.attributes.chapters');

test('chapters are added and replaced by sequence, and shown in order', async () => {
  expect((await set(chapter(2, 1), chapter(1, 0, { titleAscii: 'One' }))).status).toBe(200);
  await set(chapter(2, 2, { title: 'Two' }));
  expect(await read()).toEqual([
    chapter(1, 0, { titleAscii: 'One' }),
    chapter(2, 2, { title: 'Two' }),
  ]);
});

test('a replaced chapter keeps nothing of the old one', async () => {
  await set(chapter(1, 0, { titleAscii: 'One' }));
  await set(chapter(1, 0));
  expect(await read()).toEqual([chapter(1, 0)]);
});

test('two chapters may swap their files in one request', async () => {
  await set(chapter(1, 0), chapter(2, 1));
  expect((await set(chapter(1, 1), chapter(2, 0))).status).toBe(200);
  expect(await read()).toEqual([chapter(1, 1), chapter(2, 0)]);
});

test('an empty list changes nothing', async () => {
  await set(chapter(1));
  expect((await set()).status).toBe(200);
  expect(await read()).toEqual([chapter(1)]);
});

const stranger = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';

test.each([
  ['without a file', () => [{ sequence: 1, title: 'x' }], 400, 'chapters.0.fileId'],
  ['without a sequence', () => [{ fileId: tracks[0], title: 'x' }], 400, 'chapters.0.sequence'],
  ['without a title', () => [{ fileId: tracks[0], sequence: 1 }], 400, 'chapters.0.title'],
  ['with sequence 0', () => [chapter(0)], 400, 'chapters.0.sequence'],
  ['with a negative sequence', () => [chapter(-1)], 400, 'chapters.0.sequence'],
  ['with half a sequence', () => [chapter(1.5)], 400, 'chapters.0.sequence'],
  [
    'with a text for a sequence',
    () => [chapter(1, 0, { sequence: '1' })],
    400,
    'chapters.0.sequence',
  ],
  [
    'with a file id that is not a UUID',
    () => [chapter(1, 0, { fileId: 'x' })],
    400,
    'chapters.0.fileId',
  ],
  ['with an unknown file', () => [chapter(1, 0, { fileId: stranger })], 422, 'chapters.0.fileId'],
  [
    'with the cover',
    () => [chapter(1), chapter(2, 0, { fileId: cover })],
    422,
    'chapters.1.fileId',
  ],
  ['with a shared file', () => [chapter(1), chapter(2)], 422, 'chapters.0.fileId'],
  ['with one sequence twice', () => [chapter(1), chapter(1, 1)], 422, 'chapters.1.sequence'],
  [
    'with a bad ASCII title',
    () => [chapter(1, 0, { titleAscii: 'é' })],
    422,
    'chapters.0.titleAscii',
  ],
])('chapters %s are refused and none is set', async (_what, chapters, ...refusal) => {
  const response = await set(...chapters());
  expect([response.status, valueAt(response.body, 'invalidParams.0.name')]).toEqual(refusal);
  expect(await read()).toEqual([]);
});

test('a file of another chapter is refused', async () => {
  await set(chapter(1));
  expect((await set(chapter(2))).status).toBe(422);
});

test('a file of another book, and one that is not attached, do not match', async () => {
  const other = await ask.create('audio');
  const foreign = await ask.file(other, 'audio_content');
  const granted = await ask.grant(book, 'audio_content', 'not attached');
  for (const fileId of [foreign.id, granted.id]) {
    const response = await set(chapter(1, 0, { fileId }));
    expect([response.status, response.requirement]).toEqual([422, 'chapters.file-must-match']);
  }
});

test('other books have no chapters', async () => {
  const ebook = await ask.create('ebook');
  const response = await ask.patch(`/books/${ebook}`, { chapters: [chapter(1)] });
  expect([response.status, response.requirement]).toEqual([422, 'chapters.non-audio']);
});

test('twenty concurrent updates with a chapter each leave twenty chapters', async () => {
  const files = await Promise.all(
    Array.from({ length: 20 }, (_none, index) => ask.file(book, 'audio_content', `track ${index}`)),
  );
  const responses = await Promise.all(
    files.map(({ id }, index) => set(chapter(index + 1, 0, { fileId: id }))),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await read()).toHaveLength(20);
});
