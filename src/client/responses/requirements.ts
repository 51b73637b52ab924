/** Finds the requirement behind a refusal, if operation, status and named fields leave no doubt. */
import type { Operation } from '../contract.ts';
import type { Problem } from '../errors/index.ts';

/**
 * The list starts with requirements whose id ends with a status: those of operations that have only one requirement for
 * the status. The requirements of a single invalid field follow, as `operation:field=requirement`.
 */
const knownRequirements = `
  create.schema-400 list.invalid-query-400 read.unknown-404 lookup.unknown-422 update.schema-400
  update.unknown-404 upload.schema-400 upload.unknown-404 attach.unknown-404 attach.hash-mismatch-422
  publish.unknown-404 unpublish.unknown-404 delete.unknown-404 delete.refused-409
  create:isbn=isbn.valid-on-create create:publicationDate=date.valid-on-create
  update:isbn=isbn.valid-on-update update:publicationDate=date.valid-on-update
  update:fileId=chapters.file-must-match upload:role=upload.role-fits-format
  publish:chapters=publish.chapters-present publish:contributor=publish.narrator
  publish:isFinalVersion=publish.final-version-window`;

export const knownRequirementIds: readonly string[] =
  knownRequirements.match(/[a-z]+\.[a-z\d-]+/g) ?? [];

/** Returns the requirement's id in the ledger, or undefined if several could be meant. */
export function findRequirement(
  operation: Operation,
  status: number,
  problem: Problem | undefined,
): string | undefined {
  // `lookUpBook` is `lookup` in the ledger.
  const area = operation.replace(/^request|(Books?|File|s)$/g, '').toLowerCase();
  const names = new Set(problem?.invalidParams.map(({ name }) => name.replace(/^.*\./, '')));
  const [field = ''] = names;
  // A missing field gets 400 and an invalid value 422, but an invalid role gets 400.
  const decidesByField = names.size === 1 && (status === 422 || field === 'role');
  const idByField =
    decidesByField &&
    knownRequirementIds.find((id) => knownRequirements.includes(` ${area}:${field}=${id}`));
  return (
    idByField ||
    knownRequirementIds.find((id) => id.startsWith(`${area}.`) && id.endsWith(`-${status}`))
  );
}
