/** Tests that a run with a missing address does not test our own sandbox by mistake. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFolder } from '../../../tests/support/fixtures.ts';
import { runCommandLine } from '../../../tests/support/cli/run-command-line.ts';
import type { Environment } from '../shell/environment.ts';

const folder = createFolder();
const originalFolder = process.cwd();

async function verify(args: readonly string[], environment: Partial<Environment> = {}) {
  const quickRun = ['--only', 'path.prefix', '--min-proven', '1', '--out', folder];
  return runCommandLine(['verify', ...quickRun, ...args], { width: 400, environment });
}

describe('a run without an address', () => {
  it.each<[readonly string[], Partial<Environment>, string]>([
    [[], { urlIsEmpty: true }, 'DISTRIBUTION_URL is set but empty'],
    [['--own-sandbox'], { ci: true, urlIsEmpty: true }, 'DISTRIBUTION_URL is set but empty'],
    [[], { key: 'a-key' }, 'DISTRIBUTION_API_KEY is set, but no service is named.'],
    [[], { secondKey: 'a-key' }, 'DISTRIBUTION_SECOND_KEY is set, but no service is named.'],
    [[], { ci: true }, 'Set DISTRIBUTION_URL or add an address'],
  ])('exits with 2 with %j if the environment has %j', async (args, environment, sentence) => {
    const { code, out, err } = await verify(args, environment);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(sentence)]);
  });

  it('exits with 2 in a folder with a bookdist.yaml', async () => {
    await writeFile(join(folder, 'bookdist.yaml'), 'targets: {}\n');
    process.chdir(folder);
    onTestFinished(() => process.chdir(originalFolder));
    expect(await verify([])).toMatchObject({ code: 2, out: '' });
    expect(await verify(['--own-sandbox'])).toMatchObject({ code: 0 });
  });

  it.each<[readonly string[], Partial<Environment>]>([
    [[], {}],
    [['--own-sandbox'], { ci: true }],
    [['--clock', '2026-03-01'], { ci: true, key: 'a-key' }],
  ])('tests our own sandbox with %j and %j', async (args, environment) => {
    const { code, out } = await verify(args, environment);
    expect([code, out]).toEqual([0, expect.stringContaining('own sandbox')]);
  });
});
