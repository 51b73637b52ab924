/** The texts of the files that `bookdist init` writes. */
import { stringify } from 'yaml';

export interface Setup {
  /** The address without `/v2/distribution`. */
  readonly address: string;
  /** The name of the target. */
  readonly name: string;
  /** The package as npm install takes it. */
  readonly spec: string;
}

/** Returns bookdist.yaml. */
export function targetsFile({ address, name }: Setup): string {
  return `# Targets of bookdist: \`bookdist verify ${name}\`. An option of the command line is a setting of the same
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

/** Returns known-drifts.yaml without an entry. */
export function knownDriftsFile({ name }: Setup): string {
  return `# Drifts that are accepted until a date. \`bookdist verify ${name} --update-known\` adds those of a run;
# fill in the reasons.
[]
`;
}

/** Returns a workflow that runs on pull requests, every night, and by hand. */
export function githubFile({ name, spec }: Setup): string {
  return `name: bookdist
on:
  pull_request:
  schedule: [{ cron: '17 3 * * *' }]
  workflow_dispatch:
permissions:
  contents: read
jobs:
  ${name}:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v4
      - run: npm install --prefix .bookdist --no-audit --no-fund ${quoted(spec)}
      - uses: ./.bookdist/node_modules/book-distribution-contract
        with:
          target: ${name}
        env:
          DISTRIBUTION_API_KEY: \${{ secrets.DISTRIBUTION_API_KEY }}
`;
}

/** Returns a GitLab job. */
export function gitlabFile({ name, spec }: Setup): string {
  return `bookdist:
  image: node:22
  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule"
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_PIPELINE_SOURCE == "web"
  script:
    - npm install --prefix .bookdist --no-audit --no-fund ${quoted(spec)}
    - .bookdist/node_modules/.bin/bookdist verify ${name}
  artifacts:
    when: always
    paths: [reports]
    reports:
      junit: reports/junit.xml
`;
}

/** Quotes a value, unless it is plain, in single quotes, which YAML and the shell both understand. */
function quoted(word: string): string {
  return /^[\w@./:+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
