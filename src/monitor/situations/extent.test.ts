/** Tests to which condition drifts are said to be confined. */
import { expect, test } from 'vitest';
import type { Situation } from './dimensions.ts';
import { type CountedSituation, findSharedConditions, findExtent } from './extent.ts';

const statuses = ['draft', 'published', 'in_review', 'withdrawn', 'action_needed'] as const;
const situations: readonly Situation[] = (['ebook', 'print', 'audio'] as const).flatMap((format) =>
  statuses.map((status) => ({ operation: 'updateBook', format, status }) as const),
);

function count(drifts: (situation: Situation) => boolean): CountedSituation[] {
  return situations.map((situation) => ({
    situation,
    judged: 2,
    drifted: drifts(situation) ? 2 : 0,
  }));
}

test('names the format of all drifts', () => {
  expect(findExtent(count(({ format }) => format === 'audio'))).toEqual({
    dimension: 'format',
    values: ['audio'],
  });
});

test('names what few drifts have in common and others have not', () => {
  const rows = count(({ format, status }) => format === 'audio' && status === 'draft');
  expect(findExtent(rows)).toBeUndefined();
  expect(findSharedConditions(rows)).toEqual([
    { dimension: 'format', values: ['audio'] },
    { dimension: 'status', values: ['draft'] },
  ]);
  expect(findSharedConditions(count(() => true))).toEqual([]);
});

test('names no condition if drifts are everywhere, or so few that chance explains them', () => {
  expect(findExtent(count(() => true))).toBeUndefined();
  const few = count(({ format, status }) => format === 'audio' && status === 'draft');
  expect(findExtent(few)).toBeUndefined();
});
