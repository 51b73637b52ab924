/** Claims on later runs: they report changes, accept known drifts, and report a fixed drift as stale. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Claim } from './claim.ts';
import { readReport, createReportsFolder, verifySandbox } from './command.ts';

/** The changes after the first run: three readings, and two faults with the requirement that each breaks. */
interface Change {
  readonly only: readonly string[];
  readonly readings: readonly [string, string, string];
  readonly faults: readonly [string, string];
  readonly brokenIds: readonly [string, string];
}

/** Changes that runs of the create requirements alone can show, so that CI is quick. */
const createChange: Change = {
  only: ['--only', 'create'],
  readings: [
    'create.audio-length.range=400',
    'create.past-date=422',
    'create.duplicate-external-id=409',
  ],
  faults: ['new-book-has-a-file', 'create-answers-200'],
  brokenIds: ['create.no-files', 'create.answers-201'],
};

const fullChange: Change = {
  only: [],
  readings: ['timestamps.precision=z-seconds', 'location.header=present', 'error.charset=utf-8'],
  faults: ['hash-compared-by-first-digits', 'delete-refusal-invalid-params-of-another-type'],
  brokenIds: ['attach.hash-mismatch-422', 'problem.invalid-params'],
};

function toOptions(valuesByName: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(valuesByName).flatMap(([name, values]) =>
    values.flatMap((value) => [`--${name}`, value]),
  );
}

function proveFiveDifferences(change: Change): () => Promise<void> {
  const { only, readings, faults } = change;
  return async () => {
    const [firstFolder, secondFolder, thirdFolder, fourthFolder] = await Promise.all(
      [0, 1, 2, 3].map(createReportsFolder),
    );
    assert.ok(firstFolder && secondFolder && thirdFolder && fourthFolder);
    const knownDriftsFile = join(firstFolder, 'known-drifts.yaml');
    const runOptions = ['--allow', 'read,write,publish,delete', '--rate', '1000', ...only];
    const changedSandbox = toOptions({ reading: readings, fault: faults });
    const firstRun = await verifySandbox({
      sandbox: [],
      verify: [...runOptions, '--out', firstFolder],
    });
    assert.equal(firstRun.code, 0, firstRun.out + firstRun.err);

    const observed = ['--observed', join(firstFolder, 'observed.json')];
    const comparison = [...observed, '--known', knownDriftsFile];
    const updateOptions = ['--update-known', '--fail-on', 'changed', '--out', secondFolder];
    const verify = [...runOptions, ...comparison, ...updateOptions];
    const secondRun = await verifySandbox({ sandbox: changedSandbox, verify });
    assert.equal(secondRun.code, 1, secondRun.out + secondRun.err);
    await expectFiveDifferences(secondFolder, change);

    await giveReasons(knownDriftsFile);
    const thirdRun = await verifySandbox({
      sandbox: changedSandbox,
      verify: [...runOptions, ...comparison, '--out', thirdFolder],
    });
    assert.equal(thirdRun.code, 0, thirdRun.out + thirdRun.err);

    const verifyAgain = [...runOptions, ...comparison, '--out', fourthFolder];
    await expectFixedDrift(fourthFolder, change, verifyAgain);
  };
}

/** Completes the entries of known-drifts.yaml, like a user who accepts the drifts. */
async function giveReasons(knownDriftsFile: string): Promise<void> {
  const knownDrifts = await readFile(knownDriftsFile, 'utf8');
  const acceptedDrifts = knownDrifts
    .replaceAll("reason: ''", 'reason: with the service team')
    .replaceAll(/ {2}target:.*\n/g, '');
  await writeFile(knownDriftsFile, acceptedDrifts);
}

/** Fixes the first fault, and expects that a run reports its known drift as stale. */
async function expectFixedDrift(
  folder: string,
  { readings, faults, brokenIds }: Change,
  verify: readonly string[],
): Promise<void> {
  const sandbox = toOptions({ reading: readings, fault: [faults[1]] });
  const run = await verifySandbox({ sandbox, verify });
  assert.equal(run.code, 1, run.out + run.err);
  const { stale = [] } = await readReport(folder);
  assert.deepEqual(
    stale.map(({ requirement, why }) => [requirement, why]),
    [[brokenIds[0], 'no longer true']],
  );
  assert.match(run.out, new RegExp(`${brokenIds[0]} [0-9a-f]{12} was accepted`));
}

/** Expects exactly three changed answers and two drifts, each with the start of this run as `since`. */
async function expectFiveDifferences(
  folder: string,
  { readings, brokenIds }: Change,
): Promise<void> {
  const { run, changed = [], findings } = await readReport(folder);
  const answers = changed.map(({ silence, answer }) => `${silence}=${answer}`);
  assert.deepEqual([...new Set(answers)].toSorted(), [...readings].toSorted());
  const drifts = findings.map(({ requirement }) => requirement);
  assert.deepEqual([...new Set(drifts)].toSorted(), [...brokenIds].toSorted());
  for (const { since } of [...changed, ...findings]) assert.equal(since, run.startedAt);
}

export const overTime: readonly Claim[] = [
  {
    says: 'a second run reports three changed answers and two drifts, and a later run a known drift that is fixed',
    prove: proveFiveDifferences(createChange),
    inSample: true,
  },
  {
    says: 'a second run of everything reports exactly three changed answers and two drifts',
    prove: proveFiveDifferences(fullChange),
    inSample: false,
  },
];
