/** Writes the first files of a repository, and says what to do next. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { apiPrefix } from '../../contract/spec.ts';
import { type Shell, toolVersion, WrongUsage, writeText } from '../shell/index.ts';
import { targetAddress } from '../target/index.ts';
import { githubFile, gitlabFile, knownDriftsFile, type Setup, targetsFile } from './first-files.ts';

/** The options of `bookdist init` as commander parsed them. */
export interface InitFlags {
  readonly name: string;
  readonly ci?: 'github' | 'gitlab' | 'none';
  readonly package?: string;
}

const githubPath = '.github/workflows/bookdist.yml';
const gitlabPath = '.gitlab-ci.yml';
/** Beside a .gitlab-ci.yml that exists, which has to include it. */
const gitlabPart = 'bookdist.gitlab-ci.yml';

/**
 * Writes each file that is not there yet.
 * @returns the exit code
 */
export async function writeFiles(
  written: string | undefined,
  flags: InitFlags,
  { environment, out }: Shell,
): Promise<number> {
  const setup = setupFrom(written ?? environment.url, flags);
  for (const [path, text] of filesFor(setup, flags.ci)) {
    if (existsSync(path)) {
      out(`kept     ${path}, which exists\n`);
      continue;
    }
    await mkdir(dirname(path), { recursive: true });
    await writeText(path, text);
    out(`written  ${path}\n`);
  }
  out(nextSteps(setup, flags.ci));
  return 0;
}

function setupFrom(address: string | undefined, flags: InitFlags): Setup {
  if (address === undefined) {
    throw new WrongUsage(
      'Name the service: bookdist init https://staging.example.com, or set DISTRIBUTION_URL.',
    );
  }
  if (!/^[a-z][a-z0-9-]*$/.test(flags.name)) {
    throw new WrongUsage(
      `--name takes a name of lower-case letters, digits and hyphens that starts with a letter, not "${flags.name}".`,
    );
  }
  return {
    address: targetAddress(address).slice(0, -apiPrefix.length),
    name: flags.name,
    spec: flags.package ?? `book-distribution-contract@${toolVersion()}`,
  };
}

function kindOf(chosen: InitFlags['ci']): 'github' | 'gitlab' | 'none' {
  return chosen ?? (existsSync(gitlabPath) ? 'gitlab' : 'github');
}

function filesFor(setup: Setup, chosen: InitFlags['ci']): readonly (readonly [string, string])[] {
  const kind = kindOf(chosen);
  const gitlab = existsSync(gitlabPath) ? gitlabPart : gitlabPath;
  return [
    ['bookdist.yaml', targetsFile(setup)],
    ['known-drifts.yaml', knownDriftsFile(setup)],
    ...(kind === 'github' ? [[githubPath, githubFile(setup)] as const] : []),
    ...(kind === 'gitlab' ? [[gitlab, gitlabFile(setup)] as const] : []),
  ];
}

function nextSteps({ name }: Setup, chosen: InitFlags['ci']): string {
  const kind = kindOf(chosen);
  const secret =
    kind === 'gitlab'
      ? '  Define DISTRIBUTION_API_KEY as a masked variable of the GitLab project.\n'
      : '  Add DISTRIBUTION_API_KEY to the secrets of the repository.\n';
  const include = existsSync(gitlabPart)
    ? `  Add to ${gitlabPath}: include: [${gitlabPart}]\n`
    : '';
  return `
Next
  export DISTRIBUTION_API_KEY=…
  bookdist doctor ${name}
  bookdist verify ${name}
${kind === 'none' ? '' : secret}${include}`;
}
