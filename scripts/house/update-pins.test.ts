/** Tests that automatic updates respect the pinned versions of decision 0006. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

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
