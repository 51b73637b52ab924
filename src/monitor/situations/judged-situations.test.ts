/** Tests that a run with fewer scenarios judges fewer situations, and never more than are possible. */
import { expect, test } from 'vitest';
import { statedIds } from '../../contract/requirements.ts';
import type { Section } from '../../harness/suite/index.ts';
import { countSituations, type SituationCount } from '../index.ts';
import { deleting, lists } from '../../../tests/contract/scenarios/index.ts';
import { runOnOwnSandbox } from '../../../tests/support/own-runs/run-on-own-sandbox.ts';

/** Counts the situations of each requirement that a run of these sections judges. */
async function countJudgedSituations(
  suite: readonly Section[],
): Promise<Map<string, SituationCount>> {
  const { evidence } = await runOnOwnSandbox(suite, { seed: 1, runs: 1, sandbox: {}, knows: true });
  const judged = new Map(evidence.map((entry) => [entry.requirement, entry.situations]));
  return new Map(
    statedIds.flatMap((id) => {
      const counted = countSituations(id, judged.get(id) ?? []);
      return counted === undefined ? [] : [[id, counted] as const];
    }),
  );
}

test('judges fewer of the possible situations when scenarios are left out', async () => {
  const full = await countJudgedSituations([lists, deleting]);
  const partial = await countJudgedSituations([
    { ...lists, items: lists.items.slice(0, 1) },
    deleting,
  ]);
  const [fullCount, partialCount] = [full.get('list.meta-echo'), partial.get('list.meta-echo')];
  expect(partialCount?.possible).toBe(fullCount?.possible);
  expect(partialCount?.judged).toBeLessThan(fullCount?.judged ?? 0);
  for (const { judged, possible, missed } of [...full.values(), ...partial.values()]) {
    expect(judged + missed.length).toBe(possible);
  }
  expect(fullCount?.judged).toBeLessThan(fullCount?.possible ?? 0);
  expect(full.get('book.title')?.missed).toContain('operation=updateBook status=published');
});

test('judges no situation when a run sends nothing', () => {
  for (const id of statedIds) expect(countSituations(id, [])?.judged ?? 0).toBe(0);
});
