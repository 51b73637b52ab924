import { expect, test } from 'vitest';
import { languageCode } from './language-code.ts';

test.each(['en', 'EN', 'En'])('%s is shown as EN', (text) => {
  expect(languageCode(text)).toBe('EN');
});
