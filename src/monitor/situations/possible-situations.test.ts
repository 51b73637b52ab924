import { expect, test } from 'vitest';
import { statedIds } from '../../contract/requirements.ts';
import { readLinkedConditions } from './linked-conditions.ts';
import { countSituations, possibleSituations } from './possible-situations.ts';
import { classifyTexts } from './text-kinds.ts';

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
