import { expect, test } from 'vitest';
import { formatLanguageCode, hasNarrator, isValidPrice } from './book-values.ts';

test('a contributor with exactly the role "Narrated by" is a narrator', () => {
  expect(hasNarrator([{ role: 'Author' }, { role: 'Narrated by' }])).toBe(true);
});

test.each([[[]], [[{ role: 'Author' }]], [[{ role: 'narrated by' }]], [[{ role: 'Narrator' }]]])(
  '%j has no narrator',
  (contributors) => {
    expect(hasNarrator(contributors)).toBe(false);
  },
);

test.each(['en', 'EN', 'En'])('%s is shown as EN', (text) => {
  expect(formatLanguageCode(text)).toBe('EN');
});

test.each([0, 0.01, 9.99, 1_000_000])('%d is a valid price', (price) => {
  expect(isValidPrice(price)).toBe(true);
});

test.each([-0.01, -1])('%d is not a valid price', (price) => {
  expect(isValidPrice(price)).toBe(false);
});
