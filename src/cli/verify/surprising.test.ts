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
  ...more: readonly string[]
): Promise<CommandResult> {
  const { url, key, close } = await serveSandbox({ readings: { 'chapters.unmentioned': reading } });
  const only = ['--only', 'chapters.unmentioned', '--allow', 'read,write', '--out', folder];
  try {
    return await runCommandLine(['verify', url, ...only, ...more], { environment: { key } });
  } finally {
    await close();
  }
}

test('lists a surprising answer as a warning and passes by default', async () => {
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

test('fails with --fail-on surprising, and gives the reason in the verdict', async () => {
  const { code, out } = await verify('replace', '--fail-on', 'surprising');
  expect(code).toBe(1);
  expect(out).toMatch(/SURPRISING ANSWERS/);
});

test('passes with --fail-on surprising when nothing is surprising', async () => {
  const { code, out } = await verify('merge', '--fail-on', 'surprising');
  expect([code, out.includes('surprising answer')]).toEqual([0, false]);
});

test('lists the allowed values of --fail-on', async () => {
  const { code, err } = await verify('merge', '--fail-on', 'everything');
  expect(code).toBe(2);
  expect(err).toContain('drift, changed, surprising');
});
