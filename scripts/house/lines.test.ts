/** Tests the rules about the text of files. */
import { expect, test } from 'vitest';
import { checkLines } from './lines.ts';

const purpose = '/** What it is for. */\n';

test.each([
  ['README.md', ['see ABC', '03'].join('-')],
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
  ['src/sandbox/readings/refusal.ts', `${purpose}headers['x-requirement'] = id`],
  ['src/sandbox/routes.test.ts', `${purpose}headers['x-requirement']`],
  ['src/contract/spec.ts', `${purpose}node['x-requirements']`],
  ['src/sandbox/parts/clock.ts', `${purpose}Date.now()`],
  ['src/cli/main.ts', `#!/usr/bin/env node\n${purpose}`],
  ['src/generated/api.ts', 'export interface paths {}'],
])('in %s accepts %j', (path, text) => {
  expect(checkLines(path, text)).toEqual([]);
});
