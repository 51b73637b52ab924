/** Tests that links of packed Markdown files lead to the package or to the repository, and the manifest of the client. */
import { expect, it } from 'vitest';
import { linkToRepository } from './packed-links.ts';
import { createClientManifest, moveComments } from './client-package.ts';

const packed = new Set(['README.md', 'docs/guides/start.md', 'docs/guides/next.md']);
const repository = 'https://code.invalid/books';

it.each([
  ['README.md', '[a](docs/guides/start.md#first)', '[a](docs/guides/start.md#first)'],
  ['README.md', '[a](docs/guides)', '[a](docs/guides)'],
  ['README.md', '[a](#first) [b](https://a.invalid)', '[a](#first) [b](https://a.invalid)'],
  ['README.md', '[a](SECURITY.md)', `[a](${repository}/blob/HEAD/SECURITY.md)`],
  ['README.md', '<img src="docs/a.png">', `<img src="${repository}/raw/HEAD/docs/a.png">`],
  ['docs/guides/start.md', '[a](next.md)', '[a](next.md)'],
  ['docs/guides/start.md', '[a](../../a.ts#L3)', `[a](${repository}/blob/HEAD/a.ts#L3)`],
])('a link of %s: %s', (path, text, linked) => {
  expect(linkToRepository({ path, text }, packed, repository)).toBe(linked);
});

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
