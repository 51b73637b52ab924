/** Tests which situations are possible, and which of them a run judges. */
import { expect, test } from 'vitest';
import { statedIds } from '../../contract/requirements.ts';
import type { Section } from '../../harness/suite/index.ts';
import type { SituationCount } from '../index.ts';
import { deleting } from '../../../tests/contract/scenarios/refusals.check.ts';
import { lists } from '../../../tests/contract/scenarios/lists.check.ts';
import { runOnOwnSandbox } from '../../../tests/support/own-runs/run-on-own-sandbox.ts';
import { readLinkedConditions } from './possible-situations.ts';
import { countSituations, possibleSituations } from './possible-situations.ts';
import { classifyTexts } from './dimensions.ts';

test('every dimension that the ledger links to a requirement occurs in a possible situation of it', () => {
  const impossibleConditions = statedIds.flatMap((id) => {
    const pairs = [...possibleSituations(id)].join(' ');
    const names = [...readLinkedConditions(id).conditions.keys()];
    return names.filter((name) => !pairs.includes(`${name}=`)).map((name) => `${id}: ${name}`);
  });
  expect(impossibleConditions).toEqual([]);
});

test('counts a pair of values as judged only if one exchange has both values', () => {
  expect(possibleSituations('delete.deletes')).toContain('format=print status=withdrawn');
  const printSituation = { operation: 'deleteBook', format: 'print', status: 'published' } as const;
  const ebookSituation = { operation: 'deleteBook', format: 'ebook', status: 'withdrawn' } as const;
  const count = countSituations('delete.deletes', [printSituation, ebookSituation, printSituation]);
  expect(count?.judged).toBe(2);
  expect(count?.missed).toContain('format=print status=withdrawn');
});

test('omits pairs of values that cannot occur together, and dimensions that the ledger does not link', () => {
  const possible = [...possibleSituations('list.meta-echo')];
  expect(possible).toContain('position=last perPage=lowest');
  expect(possible).not.toContain('items=several perPage=lowest');
  expect(possible.some((pair) => pair.includes('status='))).toBe(false);
});

test('classifies the texts of a value by every kind that occurs among them', () => {
  expect(classifyTexts({ title: 'Tide', keyword: ['Çà et là', '🚢'] })).toEqual([
    'ascii',
    'accented',
    'beyond-bmp',
  ]);
  expect(classifyTexts({ subtitle: '' })).toEqual(['empty']);
  expect(classifyTexts(5)).toEqual([]);
});

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
