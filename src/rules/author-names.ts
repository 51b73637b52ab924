/**
 * Returns the names that a list shows for the authors of a book, in the order they were given.
 * Requirements: `list.item-authors`.
 */

export interface NamedContributor {
  readonly firstName: string;
  readonly lastName: string;
  readonly role: string;
}

export function listAuthorNames(contributors: readonly NamedContributor[]): string[] {
  return contributors.filter(({ role }) => role === 'Author').map(formatName);
}

function formatName({ firstName, lastName }: NamedContributor): string {
  return `${firstName} ${lastName}`.trim();
}
