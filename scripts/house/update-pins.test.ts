/** Tests that no automatic update leaves the pins of decision 0006. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

test('Dependabot ignores newer versions of each package that decision 0006 pins', () => {
  const pinned = [...read('docs/decisions/0006-pinned-toolchain.md').matchAll(/^\| (\S+) \| \d/gm)];
  const ignored = [...read('.github/dependabot.yml').matchAll(/dependency-name: '?([^,']+)/g)];
  expect(pinned.length).toBeGreaterThan(4);
  expect(ignored.map(([, name]) => name)).toEqual(
    expect.arrayContaining(pinned.map(([, name]) => name)),
  );
});
