/** Formats the names of a book's authors for the list of books (`list.item-authors`). */

export interface NamedContributor {
  readonly firstName: string;
  readonly lastName: string;
  readonly role: string;
}

/** Returns the authors' full names in the order of the contributors. Other contributors are left out. */
export function formatAuthorNames(contributors: readonly NamedContributor[]): string[] {
  return contributors.filter(({ role }) => role === 'Author').map(formatName);
}

function formatName({ firstName, lastName }: NamedContributor): string {
  return `${firstName} ${lastName}`.trim();
}
