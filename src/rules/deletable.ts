/** The statuses in which a book may be deleted (`delete.refused-409`, `delete.refused-states`). */

/** Keeps books that are in shops or on their way there. */
export function isDeletableUnlessReleased(status: string): boolean {
  return !['in_review', 'published', 'distributed'].includes(status);
}

/** Allows deletion only of books that never reached a shop or are being edited again. */
export function isDeletableAsDraft(status: string): boolean {
  return status === 'draft';
}
