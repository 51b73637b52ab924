/** Tests the badge for each way a run can end. */
import { expect, it } from 'vitest';
import type { Report } from '../record/index.ts';
import { createBadge } from './formats.ts';
import { createDrift, withDrifts, report } from '../scenes/made-up-drifts.ts';

it.each([
  [report, 'no drift, 2 of 3 proven', 'brightgreen'],
  [withDrifts([createDrift('a.new'), createDrift('a.new')]), '1 drift, 2 of 3 proven', 'red'],
  [{ ...report, exitCode: 1 } satisfies Report, 'changed answers, 2 of 3 proven', 'red'],
  [{ ...report, exitCode: 3 } satisfies Report, 'too little proven, 2 of 3 proven', 'yellow'],
])('says how it went and how much was proven', (summary, message, color) => {
  expect(createBadge(summary)).toEqual({
    schemaVersion: 1,
    label: 'distribution contract',
    message,
    color,
  });
});
