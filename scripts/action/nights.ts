/** Plays several nights of a pipeline with the steps of the workflow and of the action. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { withSandbox } from '../smoke/sandbox-process.ts';
import {
  readInputDefaults,
  readYamlValue,
  shellStep,
  readSteps,
  toStrings,
  type Step,
} from './read-steps.ts';
import { runSteps, type Context, type StepEnvironment, type StepsResult } from './steps.ts';

const key = 'canary-key-7c1e9a';
const gatePass = 'canary-pass-2b8d4f';

export interface Team {
  readonly root: string;
  /** An empty folder in which the steps run. */
  readonly folder: string;
  /** The tarball of the toolkit. */
  readonly toolkit: string;
}

/** Only a few checks, so that a night takes seconds. */
const options = '--only isbn --runs 3 --seed 7 --rate 1000';

/** Runs the workflow up to the action, with bookdist installed from its tarball. */
export async function installToolkit(team: Team): Promise<void> {
  const { code, log } = await runSteps(
    readWorkflow(team.root).slice(0, 2),
    createEnvironment(team, { 'inputs.package': team.toolkit }),
  );
  assert.equal(code, 0, log);
  assert.ok(existsSync(join(actionFolder(team), 'action.yml')), 'the package contains the action');
}

/** Plays two nights without drift, one with a new drift and one with the same drift. Only the third opens an issue. */
export async function playNights(team: Team): Promise<void> {
  const home = join(team.folder, '.bookdist');
  let port = '';
  await withSandbox(home, ['--key', key], async (address) => {
    port = new URL(address).port;
    expectNight(await playNight(team, address), { code: 0, isNew: 'false' });
    expectNight(await playNight(team, address), { code: 0, isNew: 'false' });
    assert.match(readFileSync(summaryFile(team), 'utf8'), /No new drift/);
  });
  const faulty = ['--key', key, '--port', port, '--fault', 'isbn-checksum-ignored'];
  await withSandbox(home, faulty, async (address) => {
    assert.equal(new URL(address).port, port);
    const third = await playNight(team, address);
    expectNight(third, { code: 1, isNew: 'true' });
    assert.match(third.log, /^::error .*isbn\.valid-on-create/m, 'an annotation names the drift');
    assert.match(readFileSync(summaryFile(team), 'utf8'), /isbn\.valid-on-create/);
    const issues = readFileSync(join(team.folder, 'issues.txt'), 'utf8');
    assert.match(issues, /^issue create --title Drift of http/m);
    assert.match(issues, /isbn\.valid-on-create/, 'the body of the issue names the drift');
    expectNight(await playNight(team, address), { code: 1, isNew: 'false' });
    const issuesAfter = readFileSync(join(team.folder, 'issues.txt'), 'utf8');
    assert.equal(issuesAfter, issues, 'the drift is reported only once');
  });
}

/** Expects that a run without a response is not a drift and keeps the remembered report. */
export async function playWithoutResponse(team: Team): Promise<void> {
  const remembered = join(team.folder, '.bookdist-last/report.json');
  const before = readFileSync(remembered, 'utf8');
  expectNight(await playNight(team, 'http://127.0.0.1:9'), { code: 3, isNew: 'false' });
  expectNight(await playNight(team, 'nonsense://'), { code: 2, isNew: 'false' });
  assert.equal(readFileSync(remembered, 'utf8'), before);
}

/** Runs the GitLab job and expects the same verdict and a JUnit file. */
export async function runGitlabJob(team: Team): Promise<void> {
  const file = join(team.root, 'ci/gitlab.yml');
  const variables = toStrings(readYamlValue(file, '.bookdist', 'variables'));
  const script = readYamlValue(file, '.bookdist', 'script');
  const lines: readonly unknown[] = Array.isArray(script) ? script : [];
  // The first line installs bookdist, which is already installed.
  const steps = lines.slice(1).map((line) => shellStep(String(line)));
  const runner = createEnvironment(team, {});
  await withSandbox(join(team.folder, '.bookdist'), ['--key', key], async (address) => {
    const settings = { BOOKDIST_TARGET: address, BOOKDIST_OPTIONS: `${options} --allow write` };
    const environment = { ...runner.environment, ...variables, ...settings };
    const { code, log } = await runSteps(steps, { ...runner, environment });
    assert.equal(code, 0, log);
  });
  assert.match(readFileSync(join(team.folder, 'reports/junit.xml'), 'utf8'), /<testsuites/);
}

/** Checks that no step printed, wrote or stored a secret. */
export function checkSecrets({ folder }: Team): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('.bookdist/'))
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
  const leaking = files.filter((file) => readFileSync(file, 'utf8').includes('canary'));
  assert.deepEqual(leaking, []);
  assert.ok(files.length > 8, `only ${files.length} files were searched`);
}

async function playNight(team: Team, target: string): Promise<StepsResult> {
  const inputs = { 'inputs.target': target, 'inputs.allow': 'write', 'inputs.options': options };
  const actionFile = join(actionFolder(team), 'action.yml');
  const steps = readSteps(actionFile, 'runs', 'steps');
  const inputValues = { ...readInputDefaults(actionFile), ...inputs, 'inputs.remember': 'staging' };
  const action = await runSteps(steps, createEnvironment(team, inputValues));
  const outputs = {
    'steps.judge.outputs.new': action.outputs['steps.compare.outputs.new'] ?? '',
    'steps.judge.outputs.issue': action.outputs['steps.compare.outputs.issue'] ?? '',
  };
  const context = { ...inputValues, ...outputs, 'inputs.issue': 'true' };
  const remainingSteps = readWorkflow(team.root).slice(3);
  const rest = await runSteps(remainingSteps, createEnvironment(team, context));
  const log = action.log + rest.log;
  writeFileSync(join(team.folder, `log-${Date.now()}.txt`), log);
  return { ...action, log };
}

function expectNight(
  { code, outputs, otherActions, log }: StepsResult,
  expected: { code: number; isNew: string },
): void {
  assert.equal(code, expected.code, log);
  assert.equal(outputs['steps.ask.outputs.exit-code'], String(expected.code));
  assert.equal(outputs['steps.compare.outputs.new'], expected.isNew, log);
  const upload = otherActions.find(({ uses }) => uses.startsWith('actions/upload-artifact@'));
  assert.equal(upload?.with['path'], 'reports', 'the reports are always uploaded');
  assert.doesNotMatch(log, /canary/);
}

function readWorkflow(root: string): readonly Step[] {
  return readSteps(join(root, '.github/workflows/drift-nightly.yml'), 'jobs', 'drift', 'steps');
}

function actionFolder({ folder }: Team): string {
  return join(folder, '.bookdist/node_modules/book-distribution-contract');
}

function summaryFile({ folder }: Team): string {
  return join(folder, 'summary-of-job.md');
}

function createEnvironment(team: Team, context: Context): StepEnvironment {
  const bin = join(team.folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const gh = join(bin, 'gh');
  // Replaces `gh`: it lists no open issues, and records those that are created.
  writeFileSync(
    gh,
    '#!/bin/sh\n[ "$2" = list ] && exit\n{ echo "$@"; cat "$BODY"; } >>issues.txt\n',
  );
  chmodSync(gh, 0o755);
  writeFileSync(join(bin, 'path'), `PATH="${bin}:$PATH"\n`);
  return {
    folder: team.folder,
    context: { 'github.action_path': actionFolder(team), ...context },
    environment: {
      BASH_ENV: join(bin, 'path'),
      RUNNER_TEMP: join(team.folder, 'temp'),
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: summaryFile(team),
      DISTRIBUTION_API_KEY: key,
      DISTRIBUTION_HEADERS: `X-Gate-Pass=${gatePass}`,
    },
  };
}
