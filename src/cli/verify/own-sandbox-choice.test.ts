/** Tests that a run with a missing address does not test our own sandbox by mistake. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from '../scenes/run-command-line.ts';
import type { Environment } from '../shell/environment.ts';

let folder = '';
const originalFolder = process.cwd();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bookdist-own-'));
});
afterAll(async () => rm(folder, { recursive: true }));

async function verify(args: readonly string[], environment: Partial<Environment> = {}) {
  const quickRun = ['--only', 'path.prefix', '--min-proven', '1', '--out', folder];
  return runCommandLine(['verify', ...quickRun, ...args], { width: 400, environment });
}

describe('a run without an address', () => {
  it.each<[Partial<Environment>, string]>([
    [{ urlIsEmpty: true }, 'DISTRIBUTION_URL is set but empty'],
    [{ key: 'a-key' }, 'DISTRIBUTION_API_KEY is set, but no service is named.'],
    [{ secondKey: 'a-key' }, 'DISTRIBUTION_SECOND_KEY is set, but no service is named.'],
    [{ ci: true }, 'Set DISTRIBUTION_URL or add an address'],
  ])('exits with 2 if the environment has %j', async (environment, sentence) => {
    const { code, out, err } = await verify([], environment);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(sentence);
  });

  it('exits with 2 in a folder with a bookdist.yaml', async () => {
    await writeFile(join(folder, 'bookdist.yaml'), 'targets: {}\n');
    process.chdir(folder);
    try {
      expect(await verify([])).toMatchObject({ code: 2, out: '' });
      expect(await verify(['--own-sandbox'])).toMatchObject({ code: 0 });
    } finally {
      process.chdir(originalFolder);
    }
  });

  it.each<[readonly string[], Partial<Environment>]>([
    [[], {}],
    [['--own-sandbox'], { ci: true }],
    [['--clock', '2026-03-01'], { ci: true, key: 'a-key' }],
  ])('tests our own sandbox with %j and %j', async (args, environment) => {
    const { code, out } = await verify(args, environment);
    expect([code, out]).toEqual([0, expect.stringContaining('own sandbox')]);
  });

  it('exits with 2 if DISTRIBUTION_URL is empty, even with --own-sandbox', async () => {
    expect(await verify(['--own-sandbox'], { ci: true, urlIsEmpty: true })).toMatchObject({
      code: 2,
    });
  });
});
