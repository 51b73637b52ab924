/** Tests the main cause that a run reports if it proved too little. */
import { expect, it } from 'vitest';
import { explainMissingEvidence } from '../../harness/plan/provable.ts';
import { input } from '../../../tests/support/report/made-up-outcome.ts';
import { buildReport } from './build-report.ts';
import { requireMinProven } from './min-proven.ts';

const report = buildReport(input);

/** Returns why a run proved too little if its requirements are unproven for these reasons. */
function explainShortfall(reasons: readonly string[]): string | undefined {
  const [row] = report.requirements.filter(({ level }) => level === 'must');
  if (row === undefined) throw new Error('The report has no binding requirement.');
  const requirements = reasons.map((reason) => ({ ...row, verdict: 'unproven', reason }) as const);
  const conformingReport = { ...report, requirements, exitCode: 0 } as const;
  return requireMinProven(conformingReport, { amount: 99, unit: 'requirements' }).run
    .stoppedBecause;
}

it('names a missing consent as the main cause, even if missing evidence is more frequent', () => {
  const quick = { allow: new Set(['read', 'write'] as const), depth: 'quick' } as const;
  const missingEvidence = explainMissingEvidence('list.meta-echo', quick);
  expect(explainShortfall([missingEvidence, missingEvidence, 'needs --allow publish'])).toContain(
    'Main cause, for 1 of 3 unproven: needs --allow publish.',
  );
});
