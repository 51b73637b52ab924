/** Tests that the verdicts of several cases are combined into the verdict of their requirement. */
import { expect, test } from 'vitest';
import type { Finding } from '../evidence/index.ts';
import { judgeRequirements } from './index.ts';

const id = 'publish.final-version-window';

function createFinding(changes: Partial<Finding>): Finding {
  const counts = { requests: 1, requestsInRun: 1, took: 1 };
  const place = {
    requirement: id,
    section: 'Publish',
    sentence: 'a case',
    source: 'case',
  } as const;
  return { ...place, verdict: 'conforms', ...counts, ...changes };
}

const verdictOf = (...findings: readonly Finding[]) =>
  judgeRequirements(findings, { only: id, allow: new Set() })[0]?.verdict;

const undecidedFinding = createFinding({
  verdict: 'unproven',
  undecided: true,
  reason: 'left open',
});

test('a case whose responses the document leaves open does not count beside a decided one', () => {
  expect(verdictOf(undecidedFinding, createFinding({ source: 'monitor' }))).toBe('conforms');
  expect(verdictOf(undecidedFinding, createFinding({ verdict: 'drifts' }))).toBe('drifts');
});

test('a case whose responses the document leaves open proves nothing alone', () => {
  expect(verdictOf(undecidedFinding)).toBe('unproven');
});

test('a case that could not run leaves its requirement unproven', () => {
  const skippedFinding = createFinding({ verdict: 'unproven', reason: 'needs --allow publish' });
  expect(verdictOf(skippedFinding, createFinding({ source: 'monitor' }))).toBe('unproven');
});
