/** Writes the files of `bookdist init`, and prints the next steps. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { version as toolVersion } from '../../generated/version.ts';
import { isObject } from '../../contract/json-pointer.ts';
import { apiPrefix } from '../../contract/spec.ts';
import { programName, type Shell, WrongUsage, writeText } from '../shell/index.ts';
import { parseTargetAddress } from '../target/index.ts';
import {
  renderGithubWorkflow,
  renderGitlabJob,
  ignoredPaths,
  renderKnownDrifts,
  type Setup,
  renderTargetsFile,
} from './first-files.ts';

export interface InitFlags {
  readonly name: string;
  readonly ci?: 'github' | 'gitlab' | 'none';
  readonly package?: string;
}

const packageName = 'book-distribution-contract';
const gitignorePath = '.gitignore';
const githubPath = '.github/workflows/bookdist.yml';
const gitlabPath = '.gitlab-ci.yml';
/** The file to write if .gitlab-ci.yml already exists, which then has to include it. */
const includePath = 'bookdist.gitlab-ci.yml';

/** Writes each file that does not exist yet. */
export async function writeFiles(
  address: string | undefined,
  flags: InitFlags,
  { environment, out }: Shell,
): Promise<void> {
  const ci = flags.ci ?? (existsSync(gitlabPath) ? 'gitlab' : 'github');
  const setup = readSetup(address ?? environment.url, flags);
  for (const [path, text] of listFiles(setup, ci)) {
    if (existsSync(path)) {
      out(`kept     ${path}, which exists\n`);
      continue;
    }
    await mkdir(dirname(path), { recursive: true });
    await writeText(path, text);
    out(`written  ${path}\n`);
  }
  await extendGitignore(out);
  out(describeNextSteps(setup, ci, programName(environment)));
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

function readSetup(address: string | undefined, flags: InitFlags): Setup {
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
    packageSpec: flags.package ?? readPackageSpec() ?? `${packageName}@${toolVersion}`,
    isLocked:
      flags.package === undefined &&
      readIfExists('package-lock.json').includes(`"node_modules/${packageName}"`),
    branch: findDefaultBranch(),
  };
}

function readIfExists(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function findDefaultBranch(): string {
  const head = readIfExists('.git/refs/remotes/origin/HEAD') || readIfExists('.git/HEAD');
  const [, branch] = /^ref: refs\/(?:heads|remotes\/origin)\/(\S+)/.exec(head) ?? [];
  return branch ?? 'main';
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

function listFiles(setup: Setup, ci: InitFlags['ci']): readonly (readonly [string, string])[] {
  const gitlabFile = existsSync(gitlabPath) ? includePath : gitlabPath;
  return [
    ['bookdist.yaml', renderTargetsFile(setup)],
    ['known-drifts.yaml', renderKnownDrifts(setup)],
    ...(ci === 'github' ? [[githubPath, renderGithubWorkflow(setup)] as const] : []),
    ...(ci === 'gitlab' ? [[gitlabFile, renderGitlabJob(setup)] as const] : []),
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

function describeCiSteps({ packageSpec, branch }: Setup, ci: InitFlags['ci']): string {
  if (ci === 'none') return '';
  const isGithub = ci === 'github';
  const lines = [
    isGithub
      ? 'Add DISTRIBUTION_API_KEY to the secrets of the repository.'
      : 'Define DISTRIBUTION_API_KEY as a masked variable of the GitLab project.',
    ...(packageSpec.endsWith('.tgz') ? [`Commit ${packageSpec}, which the job installs.`] : []),
    ...(existsSync(includePath) ? [`Add to ${gitlabPath}: include: [${includePath}]`] : []),
    isGithub
      ? `The job runs on pushes to ${branch}, on pull requests, every night at 03:17 UTC and by hand.`
      : 'The job runs on pushes to the default branch, on merge requests, by hand, and on the schedule that you add.',
  ];
  return lines.map((line) => `  ${line}\n`).join('');
}
