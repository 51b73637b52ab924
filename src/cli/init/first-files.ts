/** Renders the files that `bookdist init` writes. */
import { stringify } from 'yaml';

/** What a job needs to install the package in a repository. */
export interface JobSetup {
  /** The package, as an argument of npm install; undefined if nothing names it, so that no job can install it. */
  readonly packageSpec: string | undefined;
  /** True if package-lock.json has the package. */
  readonly isLocked: boolean;
  readonly branch: string;
  /** The folder of these files in the repository; `.` for its root. */
  readonly folder: string;
}

export interface Setup extends JobSetup {
  /** The address without `/v2/distribution`. */
  readonly address: string;
  readonly name: string;
}

/** Returns the comment by which editors complete and check a file, if the package is installed next to it. */
function nameSchema(name: string): string {
  const folder = './node_modules/book-distribution-contract/dist/src/generated';
  return `# yaml-language-server: $schema=${folder}/${name}.schema.json\n`;
}

export function renderTargetsFile({ address, name }: Setup): string {
  return `${nameSchema('bookdist')}# Targets of bookdist: \`bookdist verify ${name}\`. An option of the command line is a setting of the same
# name, and options on the command line take precedence.
targets:
  ${name}:
    url: ${stringify(address).trim()}
    # The name of the variable that holds the key, never the key itself.
    key: DISTRIBUTION_API_KEY
    # write creates and changes drafts, and removes them. publish may reach shops.
    allow: [read]
    # Requests a second.
    rate: 20
    # How long the service may take to start.
    wait: 60s
`;
}

export function renderKnownDrifts({ name }: Setup): string {
  return `${nameSchema('known-drifts')}# Drifts that are accepted until a date. \`bookdist verify ${name} --update-known\` adds those of a run;
# fill in the reasons.
[]
`;
}

/** Chooses `npm ci` if the repository's lock file has the package, or a separate folder otherwise. */
function chooseInstallation({ packageSpec = '', isLocked }: JobSetup) {
  if (isLocked) return { command: 'npm ci', home: '' };
  const options = '--prefix .bookdist --no-audit --no-fund';
  return { command: `npm install ${options} ${quote(packageSpec)}`, home: '.bookdist/' };
}

/** Returns a GitHub workflow that runs on pushes, on pull requests, every night and by hand. */
export function renderGithubWorkflow(setup: Setup): string {
  const { name, branch, folder } = setup;
  const { command, home } = chooseInstallation(setup);
  const isRoot = folder === '.';
  const prefix = isRoot ? './' : `./${folder}/`;
  return `name: bookdist
on:
  push:
    branches: [${quote(branch)}]
  pull_request:
  schedule: [{ cron: '17 3 * * *' }]
  workflow_dispatch:
permissions:
  contents: read
# Two runs at once would see each other's books.
concurrency: bookdist-${name}
jobs:
  ${name}:
    # Pull requests from forks have no secrets, so they cannot reach the service.
    if: github.event.pull_request.head.repo.fork != true
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v4
      - run: ${command}${isRoot ? '' : `\n        working-directory: ${folder}`}
      - uses: ${prefix}${home}node_modules/book-distribution-contract
        with:
          target: ${name}${isRoot ? '' : `\n          folder: ${folder}`}
          # At night, generated calls go on for ten minutes, where earlier nights have not been. They need "write" in
          # the target's "allow".
          options: \${{ github.event_name == 'schedule' && '--explore 10m --explored .bookdist-last/explored.json' || '' }}
          # Keeps the results for the next run, which then separates new drift from old.
          remember: ${name}
        env:
          DISTRIBUTION_API_KEY: \${{ secrets.DISTRIBUTION_API_KEY }}
`;
}

export function renderGitlabJob(setup: Setup): string {
  const { command, home } = chooseInstallation(setup);
  const prefix = setup.folder === '.' ? '' : `${setup.folder}/`;
  return `bookdist:
  image: node:22
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_PIPELINE_SOURCE == "schedule"
    - if: $CI_PIPELINE_SOURCE == "web"
  cache:
    key: bookdist-$CI_JOB_NAME_SLUG
    paths: [${prefix}.bookdist-last]
  resource_group: bookdist-${setup.name}
  script:${prefix === '' ? '' : `\n    - cd ${setup.folder}`}
    - ${command}
    - |
      remembered=''
      [ ! -f .bookdist-last/observed.json ] || remembered='--observed .bookdist-last/observed.json'
      # At night, generated calls go on for ten minutes, where earlier nights have not been. They need "write" in
      # the target's "allow".
      explore=''
      [ "$CI_PIPELINE_SOURCE" != schedule ] || explore='--explore 10m --explored .bookdist-last/explored.json'
      code=0
      ./${home}node_modules/.bin/bookdist verify ${setup.name} $remembered $explore || code=$?
      if [ "$code" -le 1 ]; then
        mkdir -p .bookdist-last
        cp reports/observed.json .bookdist-last/
      fi
      exit "$code"
  artifacts:
    when: always
    paths: [${prefix}reports]
    reports:
      junit: ${prefix}reports/junit.xml
`;
}

/** Returns a GitHub workflow that plays the stories of `bookdist caller` for a program. */
export function renderGithubCallerJob(setup: JobSetup, program: string): string {
  const { branch, folder } = setup;
  const { command, home } = chooseInstallation(setup);
  return `name: bookdist-caller
on:
  push:
    branches: [${quote(branch)}]
  pull_request:
permissions:
  contents: read
jobs:
  caller:
    runs-on: ubuntu-latest
    timeout-minutes: 60
    defaults: { run: { working-directory: ${quote(folder)} } }
    steps:
      - uses: actions/checkout@v4
      # Build the program here, if it needs that.
      - run: ${command}
      - run: |
          ./${home}node_modules/.bin/bookdist caller -- ${program}
      - if: always()
        run: if [ -f reports/caller.md ]; then cat reports/caller.md >>"$GITHUB_STEP_SUMMARY"; fi
      - if: always()
        uses: actions/upload-artifact@v4
        with:
          name: bookdist-caller
          path: ${folder === '.' ? '' : `${folder}/`}reports
`;
}

export function renderGitlabCallerJob(setup: JobSetup, program: string): string {
  const { command, home } = chooseInstallation(setup);
  const prefix = setup.folder === '.' ? '' : `${setup.folder}/`;
  return `bookdist-caller:
  # The image also needs what the program needs.
  image: node:22
  script:${prefix === '' ? '' : `\n    - cd ${setup.folder}`}
    - ${command}
    - |
      ./${home}node_modules/.bin/bookdist caller -- ${program}
  artifacts:
    when: always
    paths: [${prefix}reports]
    reports:
      junit: ${prefix}reports/caller-junit.xml
`;
}

/** The paths that `bookdist init` adds to .gitignore. */
export const ignoredPaths = ['node_modules/', 'reports/', '.bookdist/', '.bookdist-last/'] as const;

/** Puts a value into single quotes if it needs them. YAML and the shell both understand these. */
function quote(value: string): string {
  return /^[\w@./:+-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
