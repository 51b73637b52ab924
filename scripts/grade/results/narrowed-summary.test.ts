import { expect, test } from 'vitest';
import type { NarrowedGrade, NarrowedSample } from './narrowed-grade.ts';
import { formatNarrowedSummary } from './narrowed-summary.ts';

const caughtFault: NarrowedGrade = {
  name: 'page-skips-one@only-filtered',
  says: 'Each page after the first leaves one book out. Only in lists with a filter.',
  breaks: ['list.walk'],
  shownBy: 'GET /books?page&format',
  caughtBy: 'list.walk',
  detectedAfter: 71,
  misnamed: [],
  requests: 80,
};
const { caughtBy: _by, detectedAfter: _after, ...missedFault } = caughtFault;

function summarize(faults: readonly NarrowedGrade[]): string {
  const sample: NarrowedSample = {
    service: 'sandbox',
    seed: 7,
    faults,
    unreachable: ['page-skips-one@only-audio'],
    took: 2000,
  };
  return formatNarrowedSummary(sample, { width: 80, colour: false, file: 'reports/narrowed.json' });
}

test('names a call that shows a fault whose situation never occurred', () => {
  const text = summarize([caughtFault, { ...missedFault, name: 'never@only-print' }]);
  expect(text).toContain('✗ never@only-print\n    the situation never occurred;');
  expect(text).toContain('GET /books?page&format');
  expect(text).toContain('1 of 2 narrowed faults caught on sandbox, seed 7');
});

test('names the response that showed a missed fault', () => {
  const seenIn = { request: 35, call: 'POST /books' };
  const text = summarize([{ ...missedFault, seenIn, misnamed: ['create.draft'] }]);
  expect(text).toContain('response 35 (`POST /books`) showed it and was not judged');
  expect(text.replaceAll(/\s+/g, ' ')).toContain('only create.draft drifted');
});

test('passes with 95% of the faults caught, and counts separately those that cannot show', () => {
  const nineteenFaults = Array.from({ length: 19 }, () => caughtFault);
  expect(summarize([...nineteenFaults, missedFault])).toContain('passed');
  expect(summarize([...nineteenFaults, missedFault, missedFault])).toContain('FAILED');
  expect(summarize([caughtFault])).toContain('not counted: 1,');
});
