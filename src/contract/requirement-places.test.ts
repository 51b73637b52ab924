/** Tests that the line of each requirement is found in the contract. */
import { expect, it } from 'vitest';
import { operationIds } from './operations.ts';
import { requirementIds } from './requirements.ts';
import { findRequirementLine } from './requirement-places.ts';
import { readContract } from './spec.ts';

const lines = readContract().source.split('\n');

it('returns a line with the id for each requirement that the contract names', () => {
  const namedLines = requirementIds.flatMap((id) => {
    const line = findRequirementLine(id);
    return line === undefined ? [] : [[id, lines[line - 1] ?? ''] as const];
  });
  // So that the loop does not pass because nothing was found.
  expect(namedLines.length).toBeGreaterThan(150);
  for (const [id, text] of namedLines) expect(text).toContain(id);
});

it('returns a line in the given operation if there is one, or else the first line', () => {
  // The contract names this requirement only in the shared components.
  const places = operationIds.map((operation) =>
    findRequirementLine('auth.missing-key', operation),
  );
  expect(new Set(places).size).toBe(1);
  const lineNumber = findRequirementLine('create.answers-201', 'createBook') ?? 0;
  const operationLine = lines.slice(0, lineNumber).findLast((line) => line.includes('operationId'));
  expect(operationLine).toContain('createBook');
});

it('returns undefined for a requirement that the contract does not name', () => {
  expect(findRequirementLine('no.such-requirement')).toBeUndefined();
});
