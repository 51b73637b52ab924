import { expect, it } from 'vitest';
import { findMissedAdvice } from './cover-size.ts';

it.each<[string, number, number, string | undefined]>([
  ['ebook_cover', 1400, 2100, undefined],
  ['ebook_cover', 1399, 2100, '1400 x 2100 px'],
  ['ebook_cover', 1400, 2099, '1400 x 2100 px'],
  ['audio_cover', 2400, 2400, undefined],
  ['audio_cover', 2400, 2399, '2400 x 2400 px'],
  ['audio_cover', 2500, 2400, 'a square'],
  ['pod_cover', 1, 1, undefined],
])('a %s of %i x %i misses %s', (role, ...[width, height, recommendation]) => {
  expect(findMissedAdvice(role, { width, height })).toBe(recommendation);
});
