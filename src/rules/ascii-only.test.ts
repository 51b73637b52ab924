import { expect, test } from 'vitest';
import { asciiOnly } from './ascii-only.ts';

test.each(['', 'Depart', "It's 5 o'clock", '~\u007f'])('%j is ASCII', (text) => {
  expect(asciiOnly(text)).toBe(true);
});

test.each(['D\u00e9part', '\u0080', '\u{1f4da}'])('%j is not', (text) => {
  expect(asciiOnly(text)).toBe(false);
});
