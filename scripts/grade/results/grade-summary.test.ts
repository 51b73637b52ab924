/** Tests the terminal's summary of a grade. */
import { expect, it } from 'vitest';
import type { FaultGrade, Grade } from './fault-grade.ts';
import { formatGradeSummary } from './grade-summary.ts';

const caughtFault: FaultGrade = {
  name: 'page-skips-one',
  says: 'Page 2 begins one book too late.',
  breaks: ['list.walk'],
  drifted: ['list.walk'],
  strays: [],
  errored: [],
  conforming: 190,
  byMonitor: true,
  detectedAfter: 47,
  tookUntil: 240,
  requests: 2604,
  took: 1900,
};
const { detectedAfter: _, tookUntil: __, ...undetectedFault } = caughtFault;
const missedFault: FaultGrade = {
  ...undetectedFault,
  name: 'a-fault-with-a-long-name',
  drifted: [],
};

function summarize(faults: readonly FaultGrade[], width = 80): string {
  const grade: Grade = {
    tool: '1.0.0',
    contract: '9f86d081884c',
    seed: 7,
    faults,
    requirements: [],
    took: 2000,
  };
  return formatGradeSummary(grade, { width, colour: false, file: 'reports/grade.json' });
}

it('has a row for each fault: requests and seconds to its first drift, and the requests of the run', () => {
  expect(summarize([caughtFault, missedFault])).toContain(
    [
      '  fault                    requests     time     total',
      '✓ page-skips-one                 47   0.24 s      2604',
      '✗ a-fault-with-a-long-name        -        -      2604',
    ].join('\n'),
  );
});

it('names the missed faults, and ends with the verdict', () => {
  const text = summarize([caughtFault, missedFault]);
  expect(text).toContain('✗ missed: 1\n  a-fault-with-a-long-name: Page 2');
  expect(text).toContain('1 of 2 faults caught');
  expect(text).toContain('a sample: 2 faults, not all of them');
  expect(text.trimEnd().split('\n').at(-1)).toBe('FAILED   reports/grade.json');
  expect(summarize([caughtFault])).toContain('passed');
});

it('fits a narrow screen', () => {
  const rows = summarize([caughtFault, missedFault], 50).split('\n').slice(2, 5);
  expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(50);
});
