/** Tests that surprising answers are reported as warnings, and fail a run only with `--fail-on surprising`. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveSandbox } from '../../sandbox/index.ts';
import { runCommandLine, type CommandResult } from '../scenes/run-command-line.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bookdist-surprising-'));
});
afterEach(async () => rm(folder, { recursive: true }));

async function verify(
  reading: 'merge' | 'replace',
  ...options: readonly string[]
): Promise<CommandResult> {
  const { url, key, close } = await serveSandbox({ readings: { 'chapters.unmentioned': reading } });
  const args = ['--only', 'chapters.unmentioned', '--allow', 'read,write', '--out', folder];
  try {
    return await runCommandLine(['verify', url, ...args, ...options], { environment: { key } });
  } finally {
    await close();
  }
}

test('exits with 0 for a surprising answer by default, and lists it as a warning', async () => {
  const { code, out } = await verify('replace');
  expect(code).toBe(0);
  expect(out).toContain('! 1 surprising answer, permitted but unexpected');
  expect(out).toContain('    chapters.unmentioned replace: ');
  const report: unknown = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
  expect(report).toMatchObject({
    summary: { surprising: 1 },
    silences: [{ id: 'chapters.unmentioned', surprising: ['replace'] }],
  });
});

test('exits with 1 for a surprising answer with --fail-on surprising, and names it in the verdict', async () => {
  const { code, out } = await verify('replace', '--fail-on', 'surprising');
  expect(code).toBe(1);
  expect(out).toMatch(/SURPRISING ANSWERS/);
});

test('exits with 0 with --fail-on surprising if no answer is surprising', async () => {
  const { code, out } = await verify('merge', '--fail-on', 'surprising');
  expect([code, out.includes('surprising answer')]).toEqual([0, false]);
});

test('exits with 2 for an unknown condition of --fail-on, and lists the known ones', async () => {
  const { code, err } = await verify('merge', '--fail-on', 'everything');
  expect(code).toBe(2);
  expect(err).toContain('drift, changed, surprising');
});
