/** Tests that errors name only requirements of the ledger, and none if several could be meant. */
import { expect, it } from 'vitest';
import { requirements } from '../../generated/requirements.ts';
import { findRequirement, knownRequirementIds } from './requirements.ts';

const createProblem = (...names: readonly string[]) => ({
  title: 'No',
  status: 422,
  type: undefined,
  detail: undefined,
  instance: undefined,
  invalidParams: names.map((name) => ({ name, reason: '' })),
});

it('all requirements that errors may name are in the ledger', () => {
  for (const id of knownRequirementIds) expect(Object.keys(requirements)).toContain(id);
});

it.each([
  ['createBook', 422, ['isbn'], 'isbn.valid-on-create'],
  ['updateBook', 422, ['publicationDate'], 'date.valid-on-update'],
  ['requestUploads', 400, ['0.role', '1.role'], 'upload.role-fits-format'],
  ['createBook', 400, ['isbn'], 'create.schema-400'],
  ['createBook', 422, ['isbn', 'publicationDate'], undefined],
  ['publishBook', 422, [], undefined],
  ['deleteBook', 409, [], 'delete.refused-409'],
] as const)('%s with %i for the fields %j has the requirement %s', (...row) => {
  const [operation, status, names, id] = row;
  expect(findRequirement(operation, status, createProblem(...names))).toBe(id);
});
