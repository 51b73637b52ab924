/** Tests that init writes files that the other commands accept, and overwrites nothing. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runCommandLine } from '../scenes/typed-line.ts';

let folder = '';
const home = process.cwd();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bookdist-init-'));
  process.chdir(folder);
});

afterEach(async () => {
  process.chdir(home);
  await rm(folder, { recursive: true, force: true });
});

const read = async (name: string): Promise<string> => readFile(join(folder, name), 'utf8');

it('writes files that verify reads', async () => {
  const { code, out } = await runCommandLine([
    'init',
    'https://staging.example.com/v2/distribution',
  ]);
  expect(code).toBe(0);
  expect(out).toContain('written  bookdist.yaml');
  const listed = await runCommandLine(['verify', 'staging', '--list', '--only', 'list.meta'], {
    environment: { variable: () => 'a-long-key' },
  });
  expect([listed.code, listed.err]).toEqual([0, '']);
  const known = ['verify', '--only', 'path.prefix', '--min-proven', '1', '--out', folder];
  expect(await runCommandLine([...known, '--known', 'known-drifts.yaml'])).toMatchObject({
    code: 0,
  });
  const workflow: unknown = parse(await read('.github/workflows/bookdist.yml'));
  expect(workflow).toHaveProperty('jobs.staging.steps.2.uses');
});

it('keeps what exists, and includes its job from a .gitlab-ci.yml', async () => {
  await writeFile('bookdist.yaml', 'mine');
  await writeFile('.gitlab-ci.yml', 'also: mine');
  const vendored = './vendor/book-distribution-contract-0.1.0.tgz';
  const { code, out } = await runCommandLine([
    'init',
    'https://staging.example.com',
    '--package',
    vendored,
  ]);
  expect(code).toBe(0);
  expect(out).toContain('kept     bookdist.yaml');
  expect(out).toContain('include: [bookdist.gitlab-ci.yml]');
  expect(await read('bookdist.yaml')).toBe('mine');
  expect(await read('.gitlab-ci.yml')).toBe('also: mine');
  expect(parse(await read('bookdist.gitlab-ci.yml'))).toMatchObject({ bookdist: {} });
  expect(await read('bookdist.gitlab-ci.yml')).toContain(vendored);
});

it.each([
  [[], 'Name the service'],
  [['https://a.example', '--name', 'Not A Name'], '--name takes'],
  [['https://a.example', '--ci', 'other'], '--ci'],
])('refuses %j', async (args, words) => {
  const { code, err } = await runCommandLine(['init', ...args]);
  expect(code).toBe(2);
  expect(err).toContain(words);
});

it('installs in CI what package.json names', async () => {
  const devDependencies = { 'book-distribution-contract': 'file:book-distribution-contract.tgz' };
  await writeFile('package.json', JSON.stringify({ devDependencies }));
  const { out } = await runCommandLine(['init', 'https://staging.example.com'], {
    environment: { npmCommand: 'exec' },
  });
  expect(out).toContain('  npx bookdist doctor staging\n');
  expect(await read('.github/workflows/bookdist.yml')).toContain(
    'npm install --prefix .bookdist --no-audit --no-fund ./book-distribution-contract.tgz\n',
  );
  expect(out).toContain('Commit ./book-distribution-contract.tgz, which the job installs.');
});
