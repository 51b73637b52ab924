/** Tests that links of packed Markdown files lead to the package or to the repository. */
import { expect, it } from 'vitest';
import { linkToRepository } from './packed-links.ts';

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
