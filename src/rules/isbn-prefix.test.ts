import { expect, test } from 'vitest';
import { hasBookPrefix, hasOlderPrefix, hasPrefixWithoutMusic } from './isbn-prefix.ts';

test.each([
  ['9780306406157', [true, true, true]],
  ['9791034303120', [true, false, true]],
  ['9790230671187', [true, false, false]],
  ['9770306406157', [false, false, false]],
])('%s has a book prefix, the older one, one without music: %j', (digits, expected) => {
  const prefixes = [hasBookPrefix, hasOlderPrefix, hasPrefixWithoutMusic];
  expect(prefixes.map((allows) => allows(digits))).toEqual(expected);
});
