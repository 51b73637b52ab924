/** Tests that init writes files that other commands accept, and overwrites nothing. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
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

const packageOption = ['--package', './book-distribution-contract-0.1.0.tgz'];
const readOutput = async (name: string): Promise<string> => readFile(join(folder, name), 'utf8');

it('writes files that verify accepts, a workflow and .gitignore', async () => {
  const { code, out } = await runCommandLine([
    'init',
    'https://staging.example.com/v2/distribution',
    ...packageOption,
  ]);
  expect(code).toBe(0);
  expect(out).toContain('written  bookdist.yaml');
  expect(await readOutput('bookdist.yaml')).toMatch(
    /^# yaml-language-server: \$schema=\.\/node_modules/,
  );
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
  expect(workflow).toHaveProperty(
    'jobs.staging.steps.2.with.options',
    expect.stringContaining('--explore 10m'),
  );
  expect(workflow).toHaveProperty('on.push.branches', ['main']);
  expect(workflow).toHaveProperty('concurrency', 'bookdist-staging');
  expect(workflow).toHaveProperty('jobs.staging.if', expect.stringContaining('fork'));
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

it('adds only missing lines to .gitignore', async () => {
  await writeFile('.gitignore', '/node_modules\nreports/');
  await runCommandLine(['init', 'https://staging.example.com', '--ci', 'none']);
  expect(await readOutput('.gitignore')).toBe(
    '/node_modules\nreports/\n.bookdist/\n.bookdist-last/\n',
  );
});

it('writes the job to the root of the repository, for its default branch and the current folder', async () => {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder });
  git('init', '--quiet', '--initial-branch', 'trunk');
  await mkdir('services/books', { recursive: true });
  process.chdir('services/books');
  const init = ['init', 'https://staging.example.com', ...packageOption];
  await runCommandLine([...init, '--ci', 'github']);
  const workflow: unknown = parse(await readOutput('.github/workflows/bookdist.yml'));
  expect(workflow).toMatchObject({
    on: { push: { branches: ['trunk'] } },
    jobs: {
      staging: {
        steps: [
          {},
          { 'working-directory': 'services/books' },
          {
            uses: './services/books/.bookdist/node_modules/book-distribution-contract',
            with: { folder: 'services/books' },
          },
        ],
      },
    },
  });
  expect(await readOutput('services/books/bookdist.yaml')).toContain('targets:');
  git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
  await runCommandLine([...init, '--ci', 'gitlab']);
  expect(parse(await readOutput('.gitlab-ci.yml'))).toMatchObject({
    bookdist: {
      script: ['cd services/books', expect.any(String), expect.any(String)],
      artifacts: { paths: ['services/books/reports'] },
    },
  });
});

it('writes no job for a service on this machine, unless asked, which it rejects', async () => {
  const local = ['init', 'http://127.0.0.1:4020', ...packageOption];
  const { code, out } = await runCommandLine(local);
  expect([code, out]).toEqual([0, expect.stringContaining('CI cannot reach this machine')]);
  expect(existsSync('.github')).toBe(false);
  const rejected = await runCommandLine([...local, '--ci', 'github']);
  expect([rejected.code, rejected.err]).toEqual([2, expect.stringContaining('is this machine')]);
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
  [['https://a.example'], 'Which package should the job install?'],
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

it.each([
  ['github', '.github/workflows/bookdist-caller.yml', 'jobs.caller.steps.2.run'],
  ['gitlab', '.gitlab-ci.yml', 'bookdist-caller.script.1'],
])('writes only a %s job for a program that calls the service', async (ci, file, path) => {
  const program = "python3 publish.py --title 'Salt: a road'";
  const args = ['init', '--caller', program, '--ci', ci, ...packageOption];
  expect((await runCommandLine(args)).code).toBe(0);
  expect(existsSync('bookdist.yaml')).toBe(false);
  const command = `./.bookdist/node_modules/.bin/bookdist caller -- ${program}\n`;
  expect(parse(await readOutput(file))).toHaveProperty(path, command);
});
