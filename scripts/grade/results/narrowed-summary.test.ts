import { expect, test } from 'vitest';
import type { NarrowedGrade, NarrowedSample } from './narrowed-grade.ts';
import { narrowedSummary } from '../../../scripts/grade/results/narrowed-summary.ts';

const caught: NarrowedGrade = {
  name: 'page-skips-one@only-filtered',
  says: 'Each page after the first leaves one book out. Only in lists with a filter.',
  breaks: ['list.walk'],
  shownBy: 'GET /books?page&format',
  caughtBy: 'list.walk',
  detectedAfter: 71,
  misnamed: [],
  requests: 80,
};
const { caughtBy: _by, detectedAfter: _after, ...missed } = caught;

function summarize(faults: readonly NarrowedGrade[]): string {
  const sample: NarrowedSample = {
    service: 'sandbox',
    seed: 7,
    faults,
    unreachable: ['page-skips-one@only-audio'],
    took: 2000,
  };
  return narrowedSummary(sample, { width: 80, colour: false, file: 'reports/narrowed.json' });
}

test('a miss in a situation that never occurred names a call that shows it', () => {
  const text = summarize([caught, { ...missed, name: 'never@only-print' }]);
  expect(text).toContain('✗ never@only-print\n    the situation never occurred;');
  expect(text).toContain('GET /books?page&format');
  expect(text).toContain('1 of 2 narrowed faults caught on sandbox, seed 7');
});

test('a miss that a response showed names the response', () => {
  const seenIn = { request: 35, call: 'POST /books' };
  const text = summarize([{ ...missed, seenIn, misnamed: ['create.draft'] }]);
  expect(text).toContain('response 35 (`POST /books`) showed it and was not judged');
  expect(text.replaceAll(/\s+/g, ' ')).toContain('only create.draft drifted');
});

test('faults that cannot show are counted separately, and 95 of 100 are enough', () => {
  const nineteen = Array.from({ length: 19 }, () => caught);
  expect(summarize([...nineteen, missed])).toContain('passed');
  expect(summarize([...nineteen, missed, missed])).toContain('FAILED');
  expect(summarize([caught])).toContain('not counted: 1,');
});
