/** Tests that init writes files that other commands accept, and overwrites nothing. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runCommandLine } from '../../../tests/support/cli/run-command-line.ts';
import { createFolder } from '../../../tests/support/fixtures.ts';

let folder = '';
const originalFolder = process.cwd();

beforeEach(() => {
  folder = createFolder();
  process.chdir(folder);
});
afterEach(() => process.chdir(originalFolder));

const readOutput = async (name: string): Promise<string> => readFile(join(folder, name), 'utf8');

it('writes files that verify accepts, a workflow and .gitignore', async () => {
  const { code, out } = await runCommandLine([
    'init',
    'https://staging.example.com/v2/distribution',
  ]);
  expect(code).toBe(0);
  expect(out).toContain('written  bookdist.yaml');
  const listing = await runCommandLine(['verify', 'staging', '--list', '--only', 'list.meta'], {
    environment: { variable: () => 'a-long-key' },
  });
  expect([listing.code, listing.err]).toEqual([0, '']);
  const verifyArgs = [
    'verify',
    '--own-sandbox',
    '--only',
    'path.prefix',
    '--min-proven',
    '1',
    '--out',
    folder,
  ];
  expect(await runCommandLine([...verifyArgs, '--known', 'known-drifts.yaml'])).toMatchObject({
    code: 0,
  });
  const workflow: unknown = parse(await readOutput('.github/workflows/bookdist.yml'));
  expect(workflow).toHaveProperty('jobs.staging.steps.2.uses');
  expect(workflow).toHaveProperty('jobs.staging.steps.2.with.remember', 'staging');
  expect(workflow).toHaveProperty('on.push.branches', ['main']);
  expect(out).toContain('The job runs on pushes to main, on pull requests, every night');
  expect(await readOutput('.gitignore')).toBe(
    'node_modules/\nreports/\n.bookdist/\n.bookdist-last/\n',
  );
});

it('keeps existing files, and writes a job file that an existing .gitlab-ci.yml can include', async () => {
  await writeFile('bookdist.yaml', 'mine');
  await writeFile('.gitlab-ci.yml', 'also: mine');
  const packagePath = './vendor/book-distribution-contract-0.1.0.tgz';
  const { code, out } = await runCommandLine([
    'init',
    'https://staging.example.com',
    '--package',
    packagePath,
  ]);
  expect(code).toBe(0);
  expect(out).toContain('kept     bookdist.yaml');
  expect(out).toContain('include: [bookdist.gitlab-ci.yml]');
  expect(await readOutput('bookdist.yaml')).toBe('mine');
  expect(await readOutput('.gitlab-ci.yml')).toBe('also: mine');
  expect(parse(await readOutput('bookdist.gitlab-ci.yml'))).toMatchObject({ bookdist: {} });
  expect(await readOutput('bookdist.gitlab-ci.yml')).toContain(packagePath);
});

it('adds only missing lines to .gitignore, and runs on pushes to the default branch', async () => {
  await writeFile('.gitignore', '/node_modules\nreports/');
  await mkdir('.git/refs/remotes/origin', { recursive: true });
  await writeFile('.git/HEAD', 'ref: refs/heads/feature\n');
  await writeFile('.git/refs/remotes/origin/HEAD', 'ref: refs/remotes/origin/trunk\n');
  await runCommandLine(['init', 'https://staging.example.com']);
  expect(await readOutput('.gitignore')).toBe(
    '/node_modules\nreports/\n.bookdist/\n.bookdist-last/\n',
  );
  expect(await readOutput('.github/workflows/bookdist.yml')).toContain('branches: [trunk]');
});

it.each(['github', 'gitlab'])(
  'runs npm ci in a %s job if the lock file has the package',
  async (ci) => {
    const packages = { 'node_modules/book-distribution-contract': { version: '0.1.0' } };
    await writeFile('package-lock.json', JSON.stringify({ packages }, null, 2));
    await runCommandLine(['init', 'https://staging.example.com', '--ci', ci]);
    const text = await readOutput(
      ci === 'github' ? '.github/workflows/bookdist.yml' : '.gitlab-ci.yml',
    );
    expect(text).toMatch(/^ +- (run: )?npm ci$/m);
    expect(text).toContain('./node_modules/');
    expect(text).not.toContain('--prefix');
  },
);

it.each([
  [[], 'Name the service'],
  [['https://a.example', '--name', 'Not A Name'], '--name takes'],
  [['https://a.example', '--ci', 'other'], '--ci'],
])('rejects %j', async (args, words) => {
  const { code, err } = await runCommandLine(['init', ...args]);
  expect(code).toBe(2);
  expect(err).toContain(words);
});

it('installs in CI the tarball that package.json names, and says to commit it', async () => {
  const devDependencies = { 'book-distribution-contract': 'file:book-distribution-contract.tgz' };
  await writeFile('package.json', JSON.stringify({ devDependencies }));
  const { out } = await runCommandLine(['init', 'https://staging.example.com'], {
    environment: { npmCommand: 'exec' },
  });
  expect(out).toContain('  npx bookdist doctor staging\n');
  expect(await readOutput('.github/workflows/bookdist.yml')).toContain(
    'npm install --prefix .bookdist --no-audit --no-fund ./book-distribution-contract.tgz\n',
  );
  expect(out).toContain('Commit ./book-distribution-contract.tgz, which the job installs.');
});
