/** Tests that each requirement is found on the right line of the contract. */
import { expect, it } from 'vitest';
import { operationIds } from './operations.ts';
import { requirementIds } from './requirements.ts';
import { findRequirementLine } from './requirement-lines.ts';
import { readContract } from './spec.ts';

const lines = readContract().source.split('\n');

it('is a line that names the requirement, for each that the contract names', () => {
  const found = requirementIds.flatMap((id) => {
    const line = findRequirementLine(id);
    return line === undefined ? [] : [[id, lines[line - 1] ?? ''] as const];
  });
  expect(found.length).toBeGreaterThan(150);
  for (const [id, text] of found) expect(text).toContain(id);
});

it('prefers the operation that was called', () => {
  const places = operationIds.map((operation) =>
    findRequirementLine('auth.missing-key', operation),
  );
  expect(new Set(places).size).toBe(1);
  const first = findRequirementLine('create.answers-201', 'createBook') ?? 0;
  const above = lines.slice(0, first).findLast((line) => line.includes('operationId'));
  expect(above).toContain('createBook');
});

it('is undefined for a requirement that the contract does not name', () => {
  expect(findRequirementLine('no.such-requirement')).toBeUndefined();
});
