import { expect, it } from 'vitest';
import { createClientManifest, moveComments } from './client-package.ts';

const author = 'The bookdist authors';
const toolkit = { version: '1.2.3', license: 'MIT', author, engines: { node: '>=20.19' } };

it('has the version and the author of the toolkit, no dependency, and entries for import and require', () => {
  const manifest = createClientManifest(toolkit);
  expect(manifest).toMatchObject({ name: 'book-distribution-client', version: '1.2.3', author });
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest.exports['.']).toEqual({
    import: { types: './index.d.mts', default: './index.mjs' },
    require: { types: './index.d.cts', default: './index.cjs' },
  });
});

it('has the comment of a property on the line above it, where editors show it', () => {
  const declarations = '  page?: number; /** The size. */\n  perPage?: number;\n';
  const moved = '  page?: number;\n/** The size. */\n  perPage?: number;\n';
  expect(moveComments(declarations)).toBe(moved);
});
