/** Writes the files of `bookdist init`, and prints the next steps. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isObject } from '../../contract/json-pointer.ts';
import { apiPrefix } from '../../contract/spec.ts';
import { programName, type Shell, WrongUsage, writeText } from '../shell/index.ts';
import { isThisMachine, parseTargetAddress } from '../target/index.ts';
import {
  renderGithubCallerJob,
  renderGithubWorkflow,
  renderGitlabCallerJob,
  renderGitlabJob,
  ignoredPaths,
  renderKnownDrifts,
  type JobSetup,
  type Setup,
  renderTargetsFile,
} from './first-files.ts';

export interface InitFlags {
  readonly name: string;
  readonly ci?: 'github' | 'gitlab' | 'none';
  readonly package?: string;
  /** The command of a program to test. */
  readonly caller?: string;
}

const packageName = 'book-distribution-contract';
const gitignorePath = '.gitignore';
const githubPath = '.github/workflows/bookdist.yml';
const gitlabPath = '.gitlab-ci.yml';
const callerPath = '.github/workflows/bookdist-caller.yml';
/** The files to write if .gitlab-ci.yml already exists, which then has to include them. */
const includePath = 'bookdist.gitlab-ci.yml';
const callerIncludePath = 'bookdist-caller.gitlab-ci.yml';

/** Writes each file that does not exist yet. */
export async function writeFiles(
  address: string | undefined,
  flags: InitFlags,
  { environment, out }: Shell,
): Promise<void> {
  const repository = findRepository();
  if (flags.caller !== undefined) return writeCallerJob(flags.caller, flags, { repository, out });
  const setup = readSetup(address ?? environment.url, flags, repository);
  const ci = chooseCi(setup, flags);
  for (const [path, text] of listFiles(setup, ci, repository)) await writeNew(path, text, out);
  await extendGitignore(out);
  out(describeNextSteps(setup, ci, programName(environment)));
}

/** Writes only the job that tests a program. It runs against our sandbox, so it needs no address and no key. */
async function writeCallerJob(
  program: string,
  flags: InitFlags,
  { repository, out }: { readonly repository: Repository; readonly out: Shell['out'] },
): Promise<void> {
  if (!/^[^\n]*\S[^\n]*$/.test(program)) {
    throw new WrongUsage("--caller takes a command in one line, such as 'python3 publish.py'.");
  }
  const setup = readJobSetup(flags, repository);
  checkPackage(setup);
  const ci = flags.ci ?? findCi(repository);
  const { root } = repository;
  if (ci === 'github') {
    await writeNew(join(root, callerPath), renderGithubCallerJob(setup, program), out);
  } else if (ci === 'gitlab') {
    const path = existsSync(join(root, gitlabPath)) ? callerIncludePath : gitlabPath;
    await writeNew(join(root, path), renderGitlabCallerJob(setup, program), out);
    if (path !== gitlabPath) out(`Add to ${gitlabPath}: include: [${path}]\n`);
  } else throw new WrongUsage('--caller writes only a job, so --ci takes github or gitlab.');
  await extendGitignore(out);
  out(`Try it here first: bookdist caller -- ${program}\n`);
}

async function writeNew(path: string, text: string, out: Shell['out']): Promise<void> {
  if (existsSync(path)) return out(`kept     ${path}, which exists\n`);
  await mkdir(dirname(path), { recursive: true });
  await writeText(path, text);
  out(`written  ${path}\n`);
}

interface Repository {
  /** The path from the current folder to the root of the repository, where CI looks for its jobs. */
  readonly root: string;
  /** The path from the root to the current folder; `.` in the root. */
  readonly folder: string;
  readonly branch: string | undefined;
}

/** Finds the repository of the current folder. Without git, the folder counts as the root. */
function findRepository(): Repository {
  const top = readGit('rev-parse', '--show-toplevel');
  const remoteHead = readGit('symbolic-ref', '--short', 'refs/remotes/origin/HEAD');
  return {
    root: (top && relative('', top)) || '.',
    folder: (top && relative(top, '')) || '.',
    branch: remoteHead?.replace(/^origin\//, '') ?? readGit('branch', '--show-current'),
  };
}

/** Returns the output of a git command; undefined if it fails or prints nothing. */
function readGit(...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() || undefined : undefined;
}

/** @throws WrongUsage for a job that could not reach the service or install the package */
function chooseCi({ address, ...job }: Setup, flags: InitFlags): NonNullable<InitFlags['ci']> {
  const isLocal = isThisMachine(new URL(address).hostname);
  if (isLocal && flags.ci === undefined) return 'none';
  const ci = flags.ci ?? findCi(findRepository());
  if (ci === 'none') return ci;
  if (isLocal) {
    throw new WrongUsage(
      `${address} is this machine, which a CI job cannot reach. Pass the address of a service that CI can reach, or --ci none.`,
    );
  }
  checkPackage(job);
  return ci;
}

function findCi({ root }: Repository): 'github' | 'gitlab' {
  return existsSync(join(root, gitlabPath)) ? 'gitlab' : 'github';
}

/** @throws WrongUsage if nothing names the package that the job installs */
function checkPackage({ packageSpec, isLocked }: Pick<JobSetup, 'packageSpec' | 'isLocked'>): void {
  if (packageSpec !== undefined || isLocked) return;
  throw new WrongUsage(
    'Which package should the job install? Install it here first (npm install --save-dev ./book-distribution-contract-0.1.0.tgz), or name it with --package. --ci none writes no job.',
  );
}

async function extendGitignore(out: Shell['out']): Promise<void> {
  const text = readIfExists(gitignorePath);
  const lines = new Set(text.split('\n').map((line) => line.trim().replaceAll(/^\/|\/$/g, '')));
  const missingPaths = ignoredPaths.filter((path) => !lines.has(path.slice(0, -1)));
  if (missingPaths.length === 0) return;
  const separator = text === '' || text.endsWith('\n') ? '' : '\n';
  await writeText(gitignorePath, `${text}${separator}${missingPaths.join('\n')}\n`);
  out(`written  ${gitignorePath}: ${missingPaths.join(' ')}\n`);
}

function readSetup(address: string | undefined, flags: InitFlags, repository: Repository): Setup {
  if (address === undefined) {
    throw new WrongUsage(
      'Name the service: bookdist init https://staging.example.com, or set DISTRIBUTION_URL.',
    );
  }
  if (!/^[a-z][a-z0-9-]*$/.test(flags.name)) {
    throw new WrongUsage(
      `--name takes a name of lowercase letters, digits and hyphens that starts with a letter, not "${flags.name}".`,
    );
  }
  return {
    address: parseTargetAddress(address).slice(0, -apiPrefix.length),
    name: flags.name,
    ...readJobSetup(flags, repository),
  };
}

function readJobSetup(flags: InitFlags, { folder, branch = 'main' }: Repository): JobSetup {
  return {
    packageSpec: flags.package ?? readPackageSpec(),
    isLocked:
      flags.package === undefined &&
      readIfExists('package-lock.json').includes(`"node_modules/${packageName}"`),
    branch,
    folder,
  };
}

function readIfExists(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Returns the package that package.json requires, as an argument of npm install. */
function readPackageSpec(): string | undefined {
  const manifest: unknown = JSON.parse(readIfExists('package.json') || '{}');
  const { devDependencies, dependencies } = isObject(manifest) ? manifest : {};
  const spec = [devDependencies, dependencies]
    .flatMap((section) => (isObject(section) ? [section[packageName]] : []))
    .find((value) => typeof value === 'string');
  if (spec === undefined) return undefined;
  if (spec.startsWith('file:')) return `./${spec.slice('file:'.length)}`;
  return spec.includes(':') ? spec : `${packageName}@${spec}`;
}

function listFiles(
  setup: Setup,
  ci: InitFlags['ci'],
  { root }: Repository,
): readonly (readonly [string, string])[] {
  const gitlabFile = existsSync(join(root, gitlabPath)) ? includePath : gitlabPath;
  return [
    ['bookdist.yaml', renderTargetsFile(setup)],
    ['known-drifts.yaml', renderKnownDrifts(setup)],
    ...(ci === 'github' ? [[join(root, githubPath), renderGithubWorkflow(setup)] as const] : []),
    ...(ci === 'gitlab' ? [[join(root, gitlabFile), renderGitlabJob(setup)] as const] : []),
  ];
}

function describeNextSteps(setup: Setup, ci: InitFlags['ci'], program: string): string {
  return `
Next
  export DISTRIBUTION_API_KEY=…
  ${program} doctor ${setup.name}
  ${program} verify ${setup.name}
${describeCiSteps(setup, ci)}`;
}

function describeCiSteps({ address, packageSpec, branch }: Setup, ci: InitFlags['ci']): string {
  if (ci === 'none') return describeMissingJob(address);
  const isGithub = ci === 'github';
  const lines = [
    isGithub
      ? 'Add DISTRIBUTION_API_KEY to the secrets of the repository.'
      : 'Define DISTRIBUTION_API_KEY as a masked variable of the GitLab project.',
    ...(packageSpec?.endsWith('.tgz') ? [`Commit ${packageSpec}, which the job installs.`] : []),
    ...(existsSync(includePath) ? [`Add to ${gitlabPath}: include: [${includePath}]`] : []),
    isGithub
      ? `The job runs on pushes to ${branch}, on pull requests, every night at 03:17 UTC and by hand.`
      : 'The job runs on pushes to the default branch, on merge requests, by hand, and on the schedule that you add.',
  ];
  return lines.map((line) => `  ${line}\n`).join('');
}

/** Explains why there is no CI job for a service on this machine; empty for any other. */
function describeMissingJob(address: string): string {
  if (!isThisMachine(new URL(address).hostname)) return '';
  return '  There is no CI job, because CI cannot reach this machine. Run init again with an address that it can reach.\n';
}
