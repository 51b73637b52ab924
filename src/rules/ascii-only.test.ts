import { expect, test } from 'vitest';
import { isAsciiOnly } from './ascii-only.ts';

test.each(['', 'Depart', "It's 5 o'clock", '~\u007f'])('%j is ASCII', (text) => {
  expect(isAsciiOnly(text)).toBe(true);
});

test.each(['D\u00e9part', '\u0080', '\u{1f4da}'])('%j is not ASCII', (text) => {
  expect(isAsciiOnly(text)).toBe(false);
});
