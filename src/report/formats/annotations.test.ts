/** Tests the form and the number of the annotations. */
import { expect, it } from 'vitest';
import { writeAnnotations } from './annotations.ts';
import {
  createDrift,
  withDrifts,
  hostileText,
  report,
} from '../../../tests/support/report/made-up-drifts.ts';

it('writes each annotation on one line, without the name of a file', () => {
  const text = writeAnnotations(withDrifts([createDrift('a.new', { actual: hostileText })]));
  expect(text).toMatch(/^::error title=a.new::[^\n]*\n$/);
  expect(text).toContain('| ::error::x %25 ');
});

it('writes at most ten annotations of each kind; the tenth counts the rest', () => {
  const rows = Array.from({ length: 14 }, (_, n) => createDrift(`a.n${n}`));
  const advice = createDrift('b.advice', { level: 'should' });
  const lines = writeAnnotations(withDrifts([...rows, advice]))
    .trimEnd()
    .split('\n');
  expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(10);
  expect(lines[9]).toBe('::error title=5 more::The report of this run lists 5 more.');
  expect(lines[10]).toMatch(/^::warning .*title=b.advice::/);
});

it('writes nothing for a conforming run, and an error for a run that proved too little', () => {
  expect(writeAnnotations(report)).toBe('');
  expect(writeAnnotations({ ...report, exitCode: 3 })).toBe(
    '::error title=too little proven::Only 2 of 3 requirements were proven.\n',
  );
});
