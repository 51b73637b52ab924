import { expect, test } from 'vitest';
import {
  findRepeatedSequences,
  findSharedFiles,
  findUnmappedFiles,
  findUnmatchedChapters,
  hasGaps,
  isAsciiOnly,
  keepOrder,
  lacksChapters,
  mergeChapters,
  replaceChapters,
  sortBySequence,
} from './chapters.ts';

const chapter = (sequence: number, title: string) => ({ sequence, title });
const storedChapters = [chapter(1, 'one'), chapter(2, 'two')];

test('mergeChapters replaces a chapter with the same sequence in its place', () => {
  expect(mergeChapters(storedChapters, [chapter(1, 'new')])).toEqual([
    chapter(1, 'new'),
    chapter(2, 'two'),
  ]);
});

test('mergeChapters adds a chapter with a new sequence', () => {
  expect(mergeChapters(storedChapters, [chapter(3, 'three')])).toEqual([
    ...storedChapters,
    chapter(3, 'three'),
  ]);
});

test('mergeChapters keeps the last of two chapters with the same sequence', () => {
  expect(mergeChapters([], [chapter(1, 'a'), chapter(1, 'b')])).toEqual([chapter(1, 'b')]);
});

test('replaceChapters drops the chapters that are not sent', () => {
  expect(replaceChapters(storedChapters, [chapter(2, 'new')])).toEqual([chapter(2, 'new')]);
});

const unsortedChapters = [{ sequence: 10 }, { sequence: 2 }, { sequence: 1 }];

test('sortBySequence sorts sequences as numbers', () => {
  expect(sortBySequence(unsortedChapters)).toEqual([
    { sequence: 1 },
    { sequence: 2 },
    { sequence: 10 },
  ]);
});

test('keepOrder keeps the order in which chapters were set', () => {
  expect(keepOrder(unsortedChapters)).toEqual(unsortedChapters);
});

const chaptersWith = (...sequences: number[]) => sequences.map((sequence) => ({ sequence }));

test.each([[chaptersWith()], [chaptersWith(1)], [chaptersWith(2, 1, 3)]])(
  '%j has no gaps',
  (chapters) => {
    expect(hasGaps(chapters)).toBe(false);
  },
);

test.each([[chaptersWith(2)], [chaptersWith(1, 3)], [chaptersWith(1, 2, 4)]])(
  '%j has gaps',
  (chapters) => {
    expect(hasGaps(chapters)).toBe(true);
  },
);

test('findRepeatedSequences returns the positions of chapters that repeat a sequence', () => {
  const chapters = [1, 2, 1, 3, 2].map((sequence) => ({ sequence }));
  expect(findRepeatedSequences(chapters)).toEqual([2, 4]);
});

test('findRepeatedSequences returns nothing for different sequences', () => {
  expect(findRepeatedSequences([{ sequence: 2 }, { sequence: 1 }])).toEqual([]);
});

test('only a book without chapters lacks chapters', () => {
  expect(lacksChapters([])).toBe(true);
  expect(lacksChapters([{}])).toBe(false);
});

test('findUnmatchedChapters returns the positions of chapters whose file is not attached', () => {
  const chapters = [{ fileId: 'a' }, { fileId: 'x' }, { fileId: 'B' }, { fileId: 'y' }];
  expect(findUnmatchedChapters(chapters, ['a', 'b'])).toEqual([1, 3]);
});

test('findUnmatchedChapters returns every position if no file is attached', () => {
  expect(findUnmatchedChapters([{ fileId: 'a' }], [])).toEqual([0]);
});

test('findSharedFiles returns each file of more than one chapter once', () => {
  const chapters = ['a', 'b', 'A', 'a', 'c'].map((fileId) => ({ fileId }));
  expect(findSharedFiles(chapters)).toEqual(['a']);
});

test('findSharedFiles returns nothing if each chapter has its own file', () => {
  expect(findSharedFiles([{ fileId: 'a' }, { fileId: 'b' }])).toEqual([]);
});

test('findUnmappedFiles returns the files that no chapter names', () => {
  expect(findUnmappedFiles(['a', 'b', 'c'], [{ fileId: 'B' }])).toEqual(['a', 'c']);
  expect(findUnmappedFiles(['a'], [{ fileId: 'a' }])).toEqual([]);
});

test.each(['', 'Depart', "It's 5 o'clock", '~\u007f'])('%j is ASCII', (text) => {
  expect(isAsciiOnly(text)).toBe(true);
});

test.each(['D\u00e9part', '\u0080', '\u{1f4da}'])('%j is not ASCII', (text) => {
  expect(isAsciiOnly(text)).toBe(false);
});
