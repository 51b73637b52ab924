import { expect, test } from 'vitest';
import { addFile, replaceSameRole, isSecondOfRole } from './add-file.ts';

const cover = { id: '1', role: 'ebook_cover' };
const secondCover = { id: '2', role: 'ebook_cover' };
const track = { id: '3', role: 'audio_content' };
const secondTrack = { id: '4', role: 'audio_content' };

test('replaceSameRole replaces a cover', () => {
  expect(replaceSameRole([cover, track], secondCover)).toEqual([track, secondCover]);
});

test('addFile keeps both covers', () => {
  expect(addFile([cover, track], secondCover)).toEqual([cover, track, secondCover]);
});

test('replaceSameRole adds a second track', () => {
  expect(replaceSameRole([track], secondTrack)).toEqual([track, secondTrack]);
});

test('replaceSameRole and addFile list the same file once', () => {
  expect(replaceSameRole([track], track)).toEqual([track]);
  expect(addFile([cover], cover)).toEqual([cover]);
});

test('isSecondOfRole is true for a second cover, but not for a track or the same file', () => {
  expect(isSecondOfRole([cover], secondCover)).toBe(true);
  expect(isSecondOfRole([cover], cover)).toBe(false);
  expect(isSecondOfRole([track], secondTrack)).toBe(false);
  expect(isSecondOfRole([track], cover)).toBe(false);
});
