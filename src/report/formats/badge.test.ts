/** Tests the badge for the main outcomes of a run. */
import { expect, it } from 'vitest';
import type { Report } from '../record/index.ts';
import { createBadge } from './formats.ts';
import { createDrift, withDrifts, report } from '../../../tests/support/report/made-up-drifts.ts';

it.each<[message: string, color: string, report: Report]>([
  ['no drift, 2 of 3 proven', 'brightgreen', report],
  // Two drifts of one requirement count once.
  ['1 drift, 2 of 3 proven', 'red', withDrifts([createDrift('a.new'), createDrift('a.new')])],
  ['changed answers, 2 of 3 proven', 'red', { ...report, exitCode: 1 }],
  ['too little proven, 2 of 3 proven', 'yellow', { ...report, exitCode: 3 }],
])('says "%s" in %s', (message, color, reportOfRun) => {
  expect(createBadge(reportOfRun)).toEqual({
    schemaVersion: 1,
    label: 'distribution contract',
    message,
    color,
  });
});
