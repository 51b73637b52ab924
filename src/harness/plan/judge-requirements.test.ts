/** Combines the verdicts of several cases into the verdict of their requirement. */
import { expect, test } from 'vitest';
import type { Finding } from '../evidence/index.ts';
import { judgeRequirements } from './index.ts';

const id = 'publish.final-version-window';

function finding(changes: Partial<Finding>): Finding {
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

const undecided = finding({ verdict: 'unproven', undecided: true, reason: 'left open' });

test('a case that saw nothing that the document decides does not count', () => {
  expect(verdictOf(undecided, finding({ source: 'monitor' }))).toBe('conforms');
  expect(verdictOf(undecided, finding({ verdict: 'drifts' }))).toBe('drifts');
});

test('such a case alone proves nothing', () => {
  expect(verdictOf(undecided)).toBe('unproven');
});

test('a case that could not run leaves its requirement unproven', () => {
  const stopped = finding({ verdict: 'unproven', reason: 'needs --allow publish' });
  expect(verdictOf(stopped, finding({ source: 'monitor' }))).toBe('unproven');
});
