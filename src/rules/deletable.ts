/** The statuses in which a book may be deleted (`delete.refused-409`, `delete.refused-states`). */

/** Returns whether a book may be deleted, if a book in shops or on its way there may not. */
export function isDeletableUnlessReleased(status: string): boolean {
  return !['in_review', 'published', 'distributed'].includes(status);
}

/** Returns whether a book may be deleted, if only drafts may. */
export function isDeletableAsDraft(status: string): boolean {
  return status === 'draft';
}
