/** Plays several nights of a pipeline with the steps of the action. */
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
const header = 'canary-pass-2b8d4f';

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
  assert.ok(existsSync(join(actionFolder(team), 'action.yml')), 'the package brings its action');
}

/** Two nights without drift, one with a new drift, one with the same drift: only the third opens an issue. */
export async function playNights(team: Team): Promise<void> {
  const home = join(team.folder, '.bookdist');
  const address = 'http://127.0.0.1:';
  let port = '';
  await withSandbox(home, ['--key', key], async (there) => {
    port = new URL(there).port;
    const first = await playNight(team, there);
    expectNight(first, { code: 0, isNew: 'false' });
    expectNight(await playNight(team, there), { code: 0, isNew: 'false' });
    assert.match(readFileSync(summaryFile(team), 'utf8'), /No new drift/);
  });
  const broken = ['--key', key, '--port', port, '--fault', 'isbn-checksum-ignored'];
  await withSandbox(home, broken, async (there) => {
    assert.equal(there, `${address}${port}`);
    const third = await playNight(team, there);
    expectNight(third, { code: 1, isNew: 'true' });
    assert.match(third.log, /^::error .*isbn\.valid-on-create/m, 'an annotation names the drift');
    assert.match(readFileSync(summaryFile(team), 'utf8'), /isbn\.valid-on-create/);
    const issues = readFileSync(join(team.folder, 'issues.txt'), 'utf8');
    assert.match(issues, /^issue create --title Drift of http/m);
    assert.match(issues, /isbn\.valid-on-create/, 'the body of the issue names the drift');
    const fourth = await playNight(team, there);
    expectNight(fourth, { code: 1, isNew: 'false' });
    assert.equal(
      readFileSync(join(team.folder, 'issues.txt'), 'utf8'),
      issues,
      'reported only once',
    );
  });
}

/** A run without an answer is not drift and keeps the remembered results. */
export async function playWithoutAnswer(team: Team): Promise<void> {
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
  const place = createEnvironment(team, {});
  await withSandbox(join(team.folder, '.bookdist'), ['--key', key], async (address) => {
    const own = { BOOKDIST_TARGET: address, BOOKDIST_OPTIONS: `${options} --allow write` };
    const environment = { ...place.environment, ...variables, ...own };
    const { code, log } = await runSteps(steps, { ...place, environment });
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
  assert.ok(files.length > 8, `only ${files.length} files were looked at`);
}

async function playNight(team: Team, target: string): Promise<StepsResult> {
  const inputs = { 'inputs.target': target, 'inputs.allow': 'write', 'inputs.options': options };
  const action = join(actionFolder(team), 'action.yml');
  const steps = readSteps(action, 'runs', 'steps');
  const inputValues = { ...readInputDefaults(action), ...inputs, 'inputs.remember': 'staging' };
  const judged = await runSteps(steps, createEnvironment(team, inputValues));
  const outputs = {
    'steps.judge.outputs.new': judged.outputs['steps.compare.outputs.new'] ?? '',
    'steps.judge.outputs.issue': judged.outputs['steps.compare.outputs.issue'] ?? '',
  };
  const reportSteps = readWorkflow(team.root).slice(3);
  const place = createEnvironment(team, { ...inputValues, ...outputs, 'inputs.issue': 'true' });
  const reported = await runSteps(reportSteps, place);
  const log = judged.log + reported.log;
  writeFileSync(join(team.folder, `log-${Date.now()}.txt`), log);
  return { ...judged, log };
}

function expectNight(
  { code, outputs, used, log }: StepsResult,
  expected: { code: number; isNew: string },
): void {
  assert.equal(code, expected.code, log);
  assert.equal(outputs['steps.ask.outputs.exit-code'], String(expected.code));
  assert.equal(outputs['steps.compare.outputs.new'], expected.isNew, log);
  const upload = used.find(({ uses }) => uses.startsWith('actions/upload-artifact@'));
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
  // Replaces `gh`: no issue is open, and it records the ones that are created.
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
      DISTRIBUTION_HEADERS: `X-Gate-Pass=${header}`,
    },
  };
}
