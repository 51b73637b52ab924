/** The list of books: its last page, and the authors that it shows. */

/**
 * Returns the number of the last page (`list.last-page`, `list.last-page-when-empty`).
 * @param whenEmpty the number for a list without items
 */
export function computeLastPage(total: number, perPage: number, whenEmpty: number): number {
  return total === 0 ? whenEmpty : Math.ceil(total / perPage);
}

interface NamedContributor {
  readonly firstName: string;
  readonly lastName: string;
  readonly role: string;
}

/** Returns the authors' full names in the order of the contributors (`list.item-authors`). Other contributors are left out. */
export function formatAuthorNames(contributors: readonly NamedContributor[]): string[] {
  return contributors.filter(({ role }) => role === 'Author').map(formatName);
}

function formatName({ firstName, lastName }: NamedContributor): string {
  return `${firstName} ${lastName}`.trim();
}
