import { expect, test } from 'vitest';
import { mergeChapters, replaceChapters } from './merge-chapters.ts';

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
