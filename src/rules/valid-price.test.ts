import { expect, test } from 'vitest';
import { isValidPrice } from './valid-price.ts';

test.each([0, 0.01, 9.99, 1_000_000])('%d is a valid price', (price) => {
  expect(isValidPrice(price)).toBe(true);
});

test.each([-0.01, -1])('%d is not a valid price', (price) => {
  expect(isValidPrice(price)).toBe(false);
});
