/** Tests that surprising answers are reported as warnings, and fail a run only with `--fail-on surprising`. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readReport } from '../output/index.ts';
import { createFolder, serveTestSandbox } from '../../../tests/support/fixtures.ts';
import { runCommandLine } from '../../../tests/support/cli/run-command-line.ts';

const folder = createFolder();
const run = ['--only', 'chapters.unmentioned', '--runs', '1', '--out', folder];

async function verify(reading: 'merge' | 'replace', ...options: readonly string[]) {
  const { url, key } = await serveTestSandbox({ readings: { 'chapters.unmentioned': reading } });
  const args = ['verify', url, '--allow', 'read,write', ...run, ...options];
  return runCommandLine(args, { environment: { key } });
}

test('exits with 0 for a surprising answer by default, and lists it as a warning', async () => {
  const { code, out } = await verify('replace');
  expect(code).toBe(0);
  expect(out).toContain('! 1 surprising answer, permitted but unexpected');
  expect(out).toContain('    chapters.unmentioned: expected merge, got replace');
  expect(await readReport(join(folder, 'report.json'))).toMatchObject({
    summary: { surprising: 1 },
    silences: [{ id: 'chapters.unmentioned', surprising: ['replace'] }],
  });
});

test('exits with 1 with --fail-on surprising only if an answer is surprising, and says so in the verdict', async () => {
  const surprising = await verify('replace', '--fail-on', 'surprising');
  expect([surprising.code, surprising.out]).toEqual([
    1,
    expect.stringMatching('SURPRISING ANSWERS'),
  ]);
  const usual = await verify('merge', '--fail-on', 'surprising');
  expect([usual.code, usual.out.includes('surprising answer')]).toEqual([0, false]);
});

test('exits with 2 for an unknown condition of --fail-on, and lists the known ones', async () => {
  const { code, err } = await verify('merge', '--fail-on', 'everything');
  expect([code, err]).toEqual([2, expect.stringContaining('drift, changed, surprising')]);
});
