/** Tests that every requirement an error may name exists, and that doubtful refusals name none. */
import { expect, it } from 'vitest';
import { requirements } from '../../generated/requirements.ts';
import { findRequirement, requirementIds } from './requirements.ts';

const problem = (...names: readonly string[]) => ({
  title: 'No',
  status: 422,
  type: undefined,
  detail: undefined,
  instance: undefined,
  invalidParams: names.map((name) => ({ name, reason: '' })),
});

it('names only requirements of the ledger', () => {
  for (const id of requirementIds) expect(Object.keys(requirements)).toContain(id);
});

it.each([
  ['createBook', 422, ['isbn'], 'isbn.valid-on-create'],
  ['updateBook', 422, ['publicationDate'], 'date.valid-on-update'],
  ['requestUploads', 400, ['0.role', '1.role'], 'upload.role-fits-format'],
  ['createBook', 400, ['isbn'], 'create.schema-400'],
  ['createBook', 422, ['isbn', 'publicationDate'], undefined],
  ['publishBook', 422, [], undefined],
  ['deleteBook', 409, [], 'delete.refused-409'],
] as const)('%s %i for %j rests on %s', (...row) => {
  const [operation, status, names, id] = row;
  expect(findRequirement(operation, status, problem(...names))).toBe(id);
});
