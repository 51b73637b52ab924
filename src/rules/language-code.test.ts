import { expect, test } from 'vitest';
import { formatLanguageCode } from './language-code.ts';

test.each(['en', 'EN', 'En'])('%s is shown as EN', (text) => {
  expect(formatLanguageCode(text)).toBe('EN');
});
