import { beforeEach, expect, test } from 'vitest';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';
import { valueAt } from '../../../tests/support/sandbox/test-client.ts';

const { sandbox, client } = await openTestSandbox();
let book: string;
let tracks: string[];
let cover: string;

beforeEach(async () => {
  await sandbox.reset();
  book = await client.create('audio');
  tracks = [];
  for (const name of ['a', 'b', 'c']) {
    tracks.push((await client.addFile(book, 'audio_content', name)).id);
  }
  cover = (await client.addFile(book, 'audio_cover')).id;
});

const chapter = (sequence: number, track = 0, changes: object = {}) => ({
  fileId: tracks[track] ?? '',
  sequence,
  title: `Chapter ${sequence}`,
  ...changes,
});
const setChapters = (...chapters: object[]) => client.patch(`/books/${book}`, { chapters });
const readChapters = async () =>
  valueAt((await client.get(`/books/${book}`)).body, 'data.attributes.chapters');

test('chapters are added and replaced by their sequence numbers, and shown in order', async () => {
  expect((await setChapters(chapter(2, 1), chapter(1, 0, { titleAscii: 'One' }))).status).toBe(200);
  await setChapters(chapter(2, 2, { title: 'Two' }));
  expect(await readChapters()).toEqual([
    chapter(1, 0, { titleAscii: 'One' }),
    chapter(2, 2, { title: 'Two' }),
  ]);
});

test('a replaced chapter loses the fields that the new entry lacks', async () => {
  await setChapters(chapter(1, 0, { titleAscii: 'One' }));
  await setChapters(chapter(1, 0));
  expect(await readChapters()).toEqual([chapter(1, 0)]);
});

test('two chapters may swap their files in one request', async () => {
  await setChapters(chapter(1, 0), chapter(2, 1));
  expect((await setChapters(chapter(1, 1), chapter(2, 0))).status).toBe(200);
  expect(await readChapters()).toEqual([chapter(1, 1), chapter(2, 0)]);
});

test('an empty list changes nothing', async () => {
  await setChapters(chapter(1));
  expect((await setChapters()).status).toBe(200);
  expect(await readChapters()).toEqual([chapter(1)]);
});

const unknownFileId = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';

test.each([
  ['without a file', () => [{ sequence: 1, title: 'x' }], 400, 'chapters.0.fileId'],
  ['without a sequence', () => [{ fileId: tracks[0], title: 'x' }], 400, 'chapters.0.sequence'],
  ['without a title', () => [{ fileId: tracks[0], sequence: 1 }], 400, 'chapters.0.title'],
  ['with sequence 0', () => [chapter(0)], 400, 'chapters.0.sequence'],
  ['with a negative sequence', () => [chapter(-1)], 400, 'chapters.0.sequence'],
  ['with a fractional sequence', () => [chapter(1.5)], 400, 'chapters.0.sequence'],
  [
    'with a string as the sequence number',
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
  [
    'with an unknown file',
    () => [chapter(1, 0, { fileId: unknownFileId })],
    422,
    'chapters.0.fileId',
  ],
  [
    'with the cover as the file',
    () => [chapter(1), chapter(2, 0, { fileId: cover })],
    422,
    'chapters.1.fileId',
  ],
  ['with a shared file', () => [chapter(1), chapter(2)], 422, 'chapters.0.fileId'],
  ['with a repeated sequence', () => [chapter(1), chapter(1, 1)], 422, 'chapters.1.sequence'],
  [
    'with a bad ASCII title',
    () => [chapter(1, 0, { titleAscii: 'é' })],
    422,
    'chapters.0.titleAscii',
  ],
])('chapters %s are refused, and none is stored', async (_name, chapters, ...refusal) => {
  const response = await setChapters(...chapters());
  expect([response.status, valueAt(response.body, 'invalidParams.0.name')]).toEqual(refusal);
  expect(await readChapters()).toEqual([]);
});

test('a chapter with the file of another chapter is refused', async () => {
  await setChapters(chapter(1));
  expect((await setChapters(chapter(2))).status).toBe(422);
});

test('a chapter with a file of another book, or with a file that is not attached, is refused', async () => {
  const otherBook = await client.create('audio');
  const otherBookFile = await client.addFile(otherBook, 'audio_content');
  const unattachedFile = await client.grant(book, 'audio_content', 'not attached');
  for (const fileId of [otherBookFile.id, unattachedFile.id]) {
    const response = await setChapters(chapter(1, 0, { fileId }));
    expect([response.status, response.requirement]).toEqual([422, 'chapters.file-must-match']);
  }
});

test('chapters of an ebook are refused', async () => {
  const ebook = await client.create('ebook');
  const response = await client.patch(`/books/${ebook}`, { chapters: [chapter(1)] });
  expect([response.status, response.requirement]).toEqual([422, 'chapters.non-audio']);
});

test('twenty concurrent updates with a chapter each leave twenty chapters', async () => {
  const files = await Promise.all(
    Array.from({ length: 20 }, (_none, index) =>
      client.addFile(book, 'audio_content', `track ${index}`),
    ),
  );
  const responses = await Promise.all(
    files.map(({ id }, index) => setChapters(chapter(index + 1, 0, { fileId: id }))),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await readChapters()).toHaveLength(20);
});
