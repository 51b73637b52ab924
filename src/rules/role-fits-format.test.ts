import { expect, test } from 'vitest';
import { roleFitsFormat } from './role-fits-format.ts';

const table = {
  ebook: ['ebook_content', 'ebook_cover'],
  audio: ['audio_content', 'audio_cover'],
  print: ['pod_content', 'pod_cover'],
};
const roles = Object.values(table).flat();
const cases = Object.entries(table).flatMap(([format, acceptedRoles]) =>
  roles.map((role) => [role, format, acceptedRoles.includes(role)] as const),
);

test.each(cases)('%s fits %s: %s', (role, format, fits) => {
  expect(roleFitsFormat(role, format)).toBe(fits);
});

test('no role fits an unknown format', () => {
  expect(roleFitsFormat('ebook_content', 'pdf')).toBe(false);
});
