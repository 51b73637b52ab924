/** Tests the rules about text, names and references, and that updates respect the versions of decision 0006. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkLines, findEmptyWords, listExports, checkReferences } from './text.ts';

const purpose = '/** What it is for. */\n';

test.each([
  ['README.md', ['see ABC', '03'].join('-')],
  ['README.md', '`npm install book-distribution-client`'],
  ['ci/job.yml', 'PACKAGE: book-distribution-contract@1'],
  ['tests/contract/books.check.ts', `${purpose}x.headers['x-requirement']`],
  ['src/sandbox/routes.ts', `${purpose}if (faults.has(name)) return`],
  ['src/rules/window.ts', `${purpose}const today = new Date()`],
  ['src/harness/run/run.ts', `${purpose}import { env } from 'node:process'`],
  ['src/rules/window.ts', 'export const a = 1'],
])('in %s refuses %j', (path, text) => {
  expect(checkLines(path, text)).toHaveLength(1);
});

test.each([
  ['README.md', 'an ISBN-13 in UTF-8, hashed with SHA-256'],
  ['README.md', '`npm install ./book-distribution-client-0.1.0.tgz`'],
  ['src/sandbox/readings/refusal.ts', `${purpose}headers['x-requirement'] = id`],
  ['src/sandbox/routes.test.ts', `${purpose}headers['x-requirement']`],
  ['src/contract/spec.ts', `${purpose}node['x-requirements']`],
  ['src/sandbox/replaceable-parts/clock.ts', `${purpose}Date.now()`],
  ['src/cli/main.ts', `#!/usr/bin/env node\n${purpose}`],
  ['src/generated/api.ts', 'export interface paths {}'],
])('in %s accepts %j', (path, text) => {
  expect(checkLines(path, text)).toEqual([]);
});

test.each([
  ['src/sandbox/book-utils.ts', ['utils']],
  ['src/common/isbn.ts', ['common']],
  ['BookManager', ['manager']],
  ['bookData', ['data']],
  ['HTTPHandler', ['handler']],
])('%s contains an empty word', (name, words) => {
  expect(findEmptyWords(name)).toEqual(words);
});

test.each(['src/rules/isbn.ts', 'database', 'metadata', 'baseline', 'informs', 'library'])(
  '%s contains no empty word',
  (name) => {
    expect(findEmptyWords(name)).toEqual([]);
  },
);

test('finds every form of a named export', () => {
  const text = `
export const one = 1;
export function two() {}
export async function three() {}
export interface Four {}
export type Five = string;
export class Six {}
export { seven, type eight as nine } from './other.ts';
export * from './rest.ts';
const hidden = 0;
`;
  expect(listExports(text)).toEqual([
    'one',
    'two',
    'three',
    'Four',
    'Five',
    'Six',
    'seven',
    'nine',
  ]);
});

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

function readRepositoryFile(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

test('Dependabot ignores newer versions of each package that decision 0006 pins', () => {
  const pinnedRows = [
    ...readRepositoryFile('docs/decisions/0006-pinned-toolchain.md').matchAll(/^\| (\S+) \| \d/gm),
  ];
  const ignoredNames = [
    ...readRepositoryFile('.github/dependabot.yml').matchAll(/dependency-name: '?([^,']+)/g),
  ];
  expect(pinnedRows.length).toBeGreaterThan(4);
  expect(ignoredNames.map(([, name]) => name)).toEqual(
    expect.arrayContaining(pinnedRows.map(([, name]) => name)),
  );
});
