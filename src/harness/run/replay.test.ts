/** Tests that a replay shows a drift that only a whole run can explain. */
import { expect, test } from 'vitest';
import { hashSentence } from '../evidence/index.ts';
import { faults } from '../../faults/index.ts';
import { requestValues } from '../../../tests/contract/schemas/request-values.check.ts';
import { runOnOwnSandbox } from '../../../tests/support/own-runs/run-on-own-sandbox.ts';

test('reports a refused create for the requirement of the token, although no other create tells the reason', async () => {
  const requirement = 'create.optional-properties';
  const sentence = hashSentence('creates books with the longest, least and fewest values');
  const play = async (names: readonly string[]) => {
    const { judged } = await runOnOwnSandbox([requestValues], {
      seed: 1,
      runs: 1,
      knows: true,
      only: requirement,
      replay: { requirement, sentence, seed: 3, runs: 1 },
      sandbox: { faults: faults.filter(({ name }) => names.includes(name)) },
    });
    return judged.map((row) => `${row.requirement} ${row.verdict}`);
  };
  expect(await play(['keywords-refused-on-create'])).toEqual([`${requirement} drifts`]);
  expect(await play([])).toEqual([`${requirement} conforms`]);
});
