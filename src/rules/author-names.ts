/**
 * Returns the names that a list shows for the authors of a book, in the order they were given.
 * Requirements: `list.item-authors`.
 */

export interface Named {
  readonly firstName: string;
  readonly lastName: string;
  readonly role: string;
}

export function authorNames(contributors: readonly Named[]): string[] {
  return contributors.filter(({ role }) => role === 'Author').map(displayName);
}

function displayName({ firstName, lastName }: Named): string {
  return `${firstName} ${lastName}`.trim();
}
