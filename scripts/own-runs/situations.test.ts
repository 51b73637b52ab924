/** The number of situations judged depends on what a run sends, and never exceeds those possible. */
import { expect, test } from 'vitest';
import { statedIds } from '../../src/contract/requirements.ts';
import type { Section } from '../../src/harness/suite/index.ts';
import { countSituations, type SituationCount } from '../../src/monitor/index.ts';
import { lists, publishing } from '../../tests/contract/scenarios/index.ts';
import { runOnOwnSandbox } from './run-on-own-sandbox.ts';

/** Counts the situations of each requirement that a run of these sections judges. */
async function countAfter(suite: readonly Section[]): Promise<Map<string, SituationCount>> {
  const { evidence } = await runOnOwnSandbox(suite, { seed: 1, runs: 1, sandbox: {}, knows: true });
  const judged = new Map(evidence.map((entry) => [entry.requirement, entry.situations]));
  return new Map(
    statedIds.flatMap((id) => {
      const counted = countSituations(id, judged.get(id) ?? []);
      return counted === undefined ? [] : [[id, counted] as const];
    }),
  );
}

test('without a scenario, fewer of the possible situations are judged', async () => {
  const whole = await countAfter([lists, publishing]);
  const [first, ...others] = lists.items.toReversed();
  expect(first?.kind).toBe('check');
  const less = await countAfter([{ ...lists, items: others.toReversed().slice(0, 2) }, publishing]);
  const [all, some] = [whole.get('list.meta-echo'), less.get('list.meta-echo')];
  expect(some?.possible).toBe(all?.possible);
  expect(some?.judged).toBeLessThan(all?.judged ?? 0);
  for (const { judged, possible, missed } of [...whole.values(), ...less.values()]) {
    expect(judged + missed.length).toBe(possible);
  }
  expect(all?.judged).toBeLessThan(all?.possible ?? 0);
  expect(whole.get('book.title')?.missed).toContain('operation=updateBook status=published');
}, 60_000);

test('a run that sends nothing judges no situation', () => {
  for (const id of statedIds) expect(countSituations(id, [])?.judged ?? 0).toBe(0);
});
