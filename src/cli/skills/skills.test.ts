/** Tests the skill that the package writes for coding agents. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommandLine } from '../../../tests/support/cli/run-command-line.ts';
import { createFolder } from '../../../tests/support/fixtures.ts';
import { version as toolVersion } from '../../generated/version.ts';

it('writes a skill that names its version and has the guides', async () => {
  const folder = createFolder();
  const { code, out } = await runCommandLine(['skills', '--out', folder]);
  expect([code, out]).toEqual([0, `written  ${join(folder, 'bookdist/SKILL.md')}\n`]);
  const text = await readFile(join(folder, 'bookdist/SKILL.md'), 'utf8');
  expect(text).toMatch(/^---\nname: bookdist\ndescription: .+\n---\n/);
  expect(text).toContain(`# bookdist ${toolVersion}`);
  expect(text).not.toContain('{version}');
  expect(existsSync(join(folder, 'bookdist/references/read-a-report.md'))).toBe(true);
});

it('prints for a program one line of JSON for each cause, and the verdict', async () => {
  const faulty = ['--only', 'list.page-size', '--fault', 'page-one-too-long', '--seed', '3'];
  const options = ['--format', 'agent', '--out', createFolder()];
  const { code, out, err } = await runCommandLine(['verify', ...faulty, ...options]);
  const lines = out.trimEnd().split('\n');
  expect([code, err, lines.length]).toEqual([1, '', 2]);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    kind: 'drift',
    id: 'list.page-size',
    sentence: 'A page never holds more items than requested.',
  });
  expect(lines[0]).toMatch(
    /"expected":"at most .*","got":".* books".*"next":"bookdist verify .*--replay /,
  );
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ kind: 'verdict', exitCode: 1 });
});

it('tells a program why a requirement is unproven', async () => {
  const options = ['--allow', 'read', '--format', 'agent', '--out', createFolder()];
  const { out } = await runCommandLine(['verify', ...options]);
  const verdict: unknown = JSON.parse(out.trimEnd().split('\n').at(-1) ?? '');
  const reason: unknown = expect.stringContaining('--allow read,write');
  const unproven: unknown = expect.arrayContaining([{ id: 'create.not-final', reason }]);
  expect(verdict).toMatchObject({ unproven });
});
