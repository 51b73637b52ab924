import { expect, test } from 'vitest';
import { hasNarrator } from './has-narrator.ts';

test('a contributor with exactly the role "Narrated by" is a narrator', () => {
  expect(hasNarrator([{ role: 'Author' }, { role: 'Narrated by' }])).toBe(true);
});

test.each([[[]], [[{ role: 'Author' }]], [[{ role: 'narrated by' }]], [[{ role: 'Narrator' }]]])(
  '%j has no narrator',
  (contributors) => {
    expect(hasNarrator(contributors)).toBe(false);
  },
);
