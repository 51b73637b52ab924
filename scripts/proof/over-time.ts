/** Claims on two runs of one service: five differences reported, known ones accepted, a fixed one reported as stale. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Claim } from './claim.ts';
import { readReport, reportsFolder, verifySandbox } from './command.ts';

/** The changes between the two runs: three answers, and two faults with the requirement each breaks. */
interface Change {
  readonly only: readonly string[];
  readonly readings: readonly [string, string, string];
  readonly faults: readonly [string, string];
  readonly broken: readonly [string, string];
}

/** Only create, for a quick run in CI. */
const ofCreate: Change = {
  only: ['--only', 'create'],
  readings: [
    'create.audio-length.range=400',
    'create.past-date=422',
    'create.duplicate-external-id=409',
  ],
  faults: ['new-book-has-a-file', 'create-answers-200'],
  broken: ['create.no-files', 'create.answers-201'],
};

const ofEverything: Change = {
  only: [],
  readings: ['timestamps.precision=z-seconds', 'location.header=present', 'error.charset=utf-8'],
  faults: ['hash-compared-by-first-digits', 'delete-refusal-invalid-params-of-another-type'],
  broken: ['attach.hash-mismatch-422', 'problem.invalid-params'],
};

function toOptions(valuesByName: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(valuesByName).flatMap(([name, values]) =>
    values.flatMap((value) => [`--${name}`, value]),
  );
}

function proveFiveDifferences(change: Change): () => Promise<void> {
  const { only, readings, faults, broken } = change;
  return async () => {
    const [first, second, third, fourth] = await Promise.all([0, 1, 2, 3].map(reportsFolder));
    assert.ok(first && second && third && fourth);
    const known = join(first, 'known-drifts.yaml');
    const ask = ['--allow', 'read,write,publish,delete', '--rate', '1000', ...only];
    const changed = toOptions({ reading: readings, fault: faults });
    const before = await verifySandbox({ sandbox: [], verify: [...ask, '--out', first] });
    assert.equal(before.code, 0, before.out + before.err);

    const remembered = ['--observed', join(first, 'observed.json'), '--known', known];
    const saving = ['--update-known', '--fail-on', 'changed', '--out', second];
    const verify = [...ask, ...remembered, ...saving];
    const after = await verifySandbox({ sandbox: changed, verify });
    assert.equal(after.code, 1, after.out + after.err);
    await expectFiveDifferences(second, change);

    const entries = await readFile(known, 'utf8');
    const filled = entries
      .replaceAll("reason: ''", 'reason: with the service team')
      .replaceAll(/ {2}target:.*\n/g, '');
    await writeFile(known, filled);
    const accepted = await verifySandbox({
      sandbox: changed,
      verify: [...ask, ...remembered, '--out', third],
    });
    assert.equal(accepted.code, 0, accepted.out + accepted.err);

    const sandbox = toOptions({ reading: readings, fault: [faults[1]] });
    const fixed = await verifySandbox({
      sandbox,
      verify: [...ask, ...remembered, '--out', fourth],
    });
    assert.equal(fixed.code, 1, fixed.out + fixed.err);
    const { stale = [] } = await readReport(fourth);
    assert.deepEqual(
      stale.map(({ requirement, why }) => [requirement, why]),
      [[broken[0], 'no longer true']],
    );
    assert.match(fixed.out, new RegExp(`${broken[0]} [0-9a-f]{12} was accepted`));
  };
}

/** Expects exactly three changed answers and two drifts, all first seen in this run. */
async function expectFiveDifferences(folder: string, { readings, broken }: Change): Promise<void> {
  const { run, changed = [], findings } = await readReport(folder);
  const answers = changed.map(({ silence, answer }) => `${silence}=${answer}`);
  assert.deepEqual([...new Set(answers)].toSorted(), [...readings].toSorted());
  const drifts = findings.map(({ requirement }) => requirement);
  assert.deepEqual([...new Set(drifts)].toSorted(), [...broken].toSorted());
  for (const { since } of [...changed, ...findings]) assert.equal(since, run.startedAt);
}

export const overTime: readonly Claim[] = [
  {
    says: 'a second run names three changed answers and two drifts, and a known one that is fixed',
    prove: proveFiveDifferences(ofCreate),
    inSample: true,
  },
  {
    says: 'a second run of everything names the same five, and nothing else',
    prove: proveFiveDifferences(ofEverything),
    inSample: false,
  },
];
