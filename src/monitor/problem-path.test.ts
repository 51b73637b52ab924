/** Tests how the monitor judges the path that a Problem from storage names. */
import { expect, test } from 'vitest';
import { buildExchange, buildProblem, judge } from '../../tests/support/monitor/histories.ts';

test.each([
  ['/incoming/42', true],
  ['https://files.example/incoming/42', true],
  ['/incoming/43', false],
])('a Problem from storage may name %s: %s', (instance, isPermitted) => {
  const url = 'https://files.example/incoming/42?signature=abc';
  const upload = buildExchange('PUT', url, { status: 409, body: buildProblem(409, instance) });
  expect(judge([upload]).drifts.includes('problem.instance-path')).toBe(!isPermitted);
});
