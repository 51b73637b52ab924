import { expect, test } from 'vitest';
import { roleFitsFormat } from './role-fits-format.ts';

const table = {
  ebook: ['ebook_content', 'ebook_cover'],
  audio: ['audio_content', 'audio_cover'],
  print: ['pod_content', 'pod_cover'],
};
const roles = Object.values(table).flat();
const cases = Object.entries(table).flatMap(([format, fitting]) =>
  roles.map((role) => [role, format, fitting.includes(role)] as const),
);

test.each(cases)('%s on %s: %s', (role, format, fits) => {
  expect(roleFitsFormat(role, format)).toBe(fits);
});

test('an unknown format fits nothing', () => {
  expect(roleFitsFormat('ebook_content', 'pdf')).toBe(false);
});
