import { expect, test } from 'vitest';
import { checkReferences } from './references.ts';

const knownReferences = {
  paths: new Set(['src', 'src/cli', 'src/cli/main.ts', 'docs', 'docs/guides', 'docs/guides/a.md']),
  scripts: new Set(['check']),
  commands: new Map([
    ['verify', new Set(['--only', '--seed'])],
    ['report', new Set<string>()],
    ['report bundle', new Set(['--out'])],
  ]),
};

test.each([
  ['`src/cli/main.ts`, `src/cli/` and [a guide](a.md#top)'],
  ['[the entry](../../src/cli/main.ts) and [elsewhere](https://example.com/nowhere.md)'],
  ['`npm run check -- types`'],
  [
    '`npx bookdist verify --only x --seed 7 | tee --append log` or `bookdist report bundle --out x`',
  ],
  ['`src/cli/*.ts` and `your/own/file.ts`'],
])('finds every reference of %s', (text) => {
  expect(checkReferences('docs/guides/a.md', text, knownReferences)).toEqual([]);
});

test.each([
  ['`src/cli/gone.ts`', 'src/cli/gone.ts'],
  ['[a guide](gone.md)', 'gone.md'],
  ['`npm run gone`', 'npm run gone'],
  ['`bookdist gone`', 'bookdist gone'],
  ['```sh\nnpx bookdist verify \\\n  --gone\n```', 'bookdist verify --gone'],
  ['`bookdist report bundle a.json --gone`', 'bookdist report bundle --gone'],
])('reports that %s does not exist', (text, reference) => {
  expect(checkReferences('docs/guides/a.md', text, knownReferences)).toEqual([
    `docs/guides/a.md: ${reference} does not exist`,
  ]);
});
