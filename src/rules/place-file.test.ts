import { expect, test } from 'vitest';
import { addBeside, replaceSameRole, secondOfRole } from './place-file.ts';

const cover = { id: '1', role: 'ebook_cover' };
const second = { id: '2', role: 'ebook_cover' };
const track = { id: '3', role: 'audio_content' };
const next = { id: '4', role: 'audio_content' };

test('a second cover takes the place of the first, or stands beside it', () => {
  expect(replaceSameRole([cover, track], second)).toEqual([track, second]);
  expect(addBeside([cover, track], second)).toEqual([cover, track, second]);
});

test('tracks add up', () => {
  expect(replaceSameRole([track], next)).toEqual([track, next]);
});

test('the same file is there once', () => {
  expect(replaceSameRole([track], track)).toEqual([track]);
  expect(addBeside([cover], cover)).toEqual([cover]);
});

test('a second of a role is told, but for tracks and the file itself', () => {
  expect(secondOfRole([cover], second)).toBe(true);
  expect(secondOfRole([cover], cover)).toBe(false);
  expect(secondOfRole([track], next)).toBe(false);
  expect(secondOfRole([track], cover)).toBe(false);
});
