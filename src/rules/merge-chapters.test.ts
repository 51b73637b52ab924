import { expect, test } from 'vitest';
import { mergeChapters, replaceChapters } from './merge-chapters.ts';

const chapter = (sequence: number, title: string) => ({ sequence, title });
const stored = [chapter(1, 'one'), chapter(2, 'two')];

test('an existing sequence is replaced in its place', () => {
  expect(mergeChapters(stored, [chapter(1, 'new')])).toEqual([
    chapter(1, 'new'),
    chapter(2, 'two'),
  ]);
});

test('a new sequence is added', () => {
  expect(mergeChapters(stored, [chapter(3, 'three')])).toEqual([...stored, chapter(3, 'three')]);
});

test('of two chapters with one sequence the last one counts', () => {
  expect(mergeChapters([], [chapter(1, 'a'), chapter(1, 'b')])).toEqual([chapter(1, 'b')]);
});

test('replacing drops the chapters that are not sent', () => {
  expect(replaceChapters(stored, [chapter(2, 'new')])).toEqual([chapter(2, 'new')]);
});
