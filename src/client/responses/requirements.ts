/** The requirement behind a refusal, when operation, status and named fields leave no doubt. */
import type { Operation } from '../contract.ts';
import type { Problem } from '../errors/index.ts';

/** Requirement ids by operation, and then by status or by the last part of a field's name. */
export const requirementIds: Readonly<
  Partial<Record<Operation, Readonly<Record<string, string>>>>
> = {
  createBook: {
    400: 'create.schema-400',
    isbn: 'isbn.valid-on-create',
    publicationDate: 'date.valid-on-create',
  },
  listBooks: { 400: 'list.invalid-query-400' },
  readBook: { 404: 'read.unknown-404' },
  lookUpBook: { 422: 'lookup.unknown-422' },
  updateBook: {
    400: 'update.schema-400',
    404: 'update.unknown-404',
    isbn: 'isbn.valid-on-update',
    publicationDate: 'date.valid-on-update',
    fileId: 'chapters.file-must-match',
  },
  requestUploads: {
    400: 'upload.schema-400',
    404: 'upload.unknown-404',
    role: 'upload.role-fits-format',
  },
  attachFile: { 404: 'attach.unknown-404', 422: 'attach.hash-mismatch-422' },
  publishBook: {
    404: 'publish.unknown-404',
    chapters: 'publish.chapters-present',
    contributor: 'publish.narrator',
    isFinalVersion: 'publish.final-version-window',
  },
  unpublishBook: { 404: 'unpublish.unknown-404' },
  deleteBook: { 404: 'delete.unknown-404', 409: 'delete.refused-409' },
};

/** Returns the requirement's id in the ledger, or undefined when several could be meant. */
export function findRequirement(
  operation: Operation,
  status: number,
  problem: Problem | undefined,
): string | undefined {
  const ids = requirementIds[operation] ?? {};
  const names = new Set(problem?.invalidParams.map(({ name }) => name.replace(/^.*\./, '')));
  const [field = ''] = names;
  // A field that is missing gets 400, a value that is not valid 422; a role is refused with 400.
  const byField = names.size === 1 && (status === 422 || field === 'role');
  return (byField ? ids[field] : undefined) ?? ids[status];
}
