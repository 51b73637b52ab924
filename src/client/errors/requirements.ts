/** The requirement behind a refusal, when operation, status and named fields leave no doubt. */
import type { Operation } from '../contract.ts';
import type { Problem } from './problem.ts';

/** By operation and status. */
const byStatus: Readonly<Record<string, string>> = {
  'createBook 400': 'create.schema-400',
  'listBooks 400': 'list.invalid-query-400',
  'readBook 404': 'read.unknown-404',
  'lookUpBook 422': 'lookup.unknown-422',
  'updateBook 400': 'update.schema-400',
  'updateBook 404': 'update.unknown-404',
  'requestUploads 400': 'upload.schema-400',
  'requestUploads 404': 'upload.unknown-404',
  'attachFile 404': 'attach.unknown-404',
  'attachFile 422': 'attach.hash-mismatch-422',
  'publishBook 404': 'publish.unknown-404',
  'unpublishBook 404': 'unpublish.unknown-404',
  'deleteBook 404': 'delete.unknown-404',
  'deleteBook 409': 'delete.refused-409',
};

/** By operation and the last part of a field's name, for a 400 or 422. */
const byField: Readonly<Record<string, string>> = {
  'createBook isbn': 'isbn.valid-on-create',
  'createBook publicationDate': 'date.valid-on-create',
  'updateBook isbn': 'isbn.valid-on-update',
  'updateBook publicationDate': 'date.valid-on-update',
  'updateBook fileId': 'chapters.file-must-match',
  'requestUploads role': 'upload.role-fits-format',
  'publishBook chapters': 'publish.chapters-present',
  'publishBook contributor': 'publish.narrator',
  'publishBook isFinalVersion': 'publish.final-version-window',
};

/** Returns the requirement's id in the ledger, or undefined when several could be meant. */
export function findRequirement(
  operation: Operation,
  status: number,
  problem: Problem | undefined,
): string | undefined {
  const names = problem?.invalidParams.map(({ name }) => name.replace(/^.*\./, '')) ?? [];
  const [first] = names;
  if (first !== undefined && names.every((name) => name === first)) {
    const found = byField[`${operation} ${first}`];
    // A field that is missing gets 400, a value that is not valid 422; a role is refused with 400.
    if (found !== undefined && (status === 422 || first === 'role')) return found;
  }
  return byStatus[`${operation} ${status}`];
}

/** Every id that can be returned, for the test that compares them with the ledger. */
export const knownRequirements: readonly string[] = [
  ...Object.values(byStatus),
  ...Object.values(byField),
];
