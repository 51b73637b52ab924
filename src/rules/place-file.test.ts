import { expect, test } from 'vitest';
import { addFile, replaceSameRole, isSecondOfRole } from './place-file.ts';

const cover = { id: '1', role: 'ebook_cover' };
const second = { id: '2', role: 'ebook_cover' };
const track = { id: '3', role: 'audio_content' };
const next = { id: '4', role: 'audio_content' };

test('a second cover replaces the first, or is added to it', () => {
  expect(replaceSameRole([cover, track], second)).toEqual([track, second]);
  expect(addFile([cover, track], second)).toEqual([cover, track, second]);
});

test('tracks are added', () => {
  expect(replaceSameRole([track], next)).toEqual([track, next]);
});

test('the same file appears once', () => {
  expect(replaceSameRole([track], track)).toEqual([track]);
  expect(addFile([cover], cover)).toEqual([cover]);
});

test('a second file of a role is reported, except for tracks and the file itself', () => {
  expect(isSecondOfRole([cover], second)).toBe(true);
  expect(isSecondOfRole([cover], cover)).toBe(false);
  expect(isSecondOfRole([track], next)).toBe(false);
  expect(isSecondOfRole([track], cover)).toBe(false);
});
