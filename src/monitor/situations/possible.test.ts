import { expect, test } from 'vitest';
import { statedIds } from '../../contract/requirements.ts';
import { linkedConditions } from './linked.ts';
import { countSituations, possibleSituations } from './possible.ts';
import { textClasses } from './text-class.ts';

test('every condition that the ledger links exists and can occur', () => {
  const idle = statedIds.flatMap((id) => {
    const pairs = [...possibleSituations(id)].join(' ');
    const names = [...linkedConditions(id).conditions.keys()];
    return names.filter((name) => !pairs.includes(`${name}=`)).map((name) => `${id}: ${name}`);
  });
  expect(idle).toEqual([]);
});

test('a situation is a pair of values of one exchange', () => {
  expect(possibleSituations('delete.deletes')).toContain('format=print status=withdrawn');
  const one = { operation: 'deleteBook', format: 'print', status: 'published' } as const;
  const two = { operation: 'deleteBook', format: 'ebook', status: 'withdrawn' } as const;
  const counted = countSituations('delete.deletes', [one, two, one]);
  expect(counted?.judged).toBe(2);
  expect(counted?.missed).toContain('format=print status=withdrawn');
});

test('what cannot occur together is not possible', () => {
  const possible = [...possibleSituations('list.meta-echo')];
  expect(possible).toContain('position=last perPage=lowest');
  expect(possible).not.toContain('items=several perPage=lowest');
  expect(possible.some((pair) => pair.includes('status='))).toBe(false);
});

test('a text may be of several kinds', () => {
  expect(textClasses({ title: 'Tide', keyword: ['Çà et là', '🚢'] })).toEqual([
    'ascii',
    'accented',
    'beyond-bmp',
  ]);
  expect(textClasses({ subtitle: '' })).toEqual(['empty']);
  expect(textClasses(5)).toEqual([]);
});
