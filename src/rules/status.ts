/** The status of a book: what it permits, and what follows an action. */

/**
 * Returns whether a book may be deleted, if a book in shops or on its way there may not.
 * Requirements: `delete.refused-409`, `delete.refused-states`.
 */
export function isDeletableUnlessReleased(status: string): boolean {
  return !isReleased(status);
}

/** Returns whether a book may be deleted, if only drafts may. */
export function isDeletableAsDraft(status: string): boolean {
  return status === 'draft';
}

/** Returns whether a book can be withdrawn (`unpublish.withdraws`, `unpublish.from-other`). */
export function isWithdrawable(status: string): boolean {
  return isReleased(status);
}

/** Returns the status after an edit (`update.returns-to-draft`). The book then differs from the published one, so it is a draft. */
export function getStatusAfterChange(_status: string): string {
  return 'draft';
}

/** Returns the status after a file was attached (`attach.returns-to-draft`): the same as after an edit. */
export function getStatusAfterAttach(_status: string): string {
  return 'draft';
}

/**
 * Returns the status after a publish request (`publish.next-status`). A book that is in shops or on its way there keeps its status.
 * @param nextStatus the status of any other book
 */
export function getStatusAfterPublish(status: string, nextStatus: string): string {
  return isReleased(status) ? status : nextStatus;
}

/** Returns the status after a review. The book is then in shops. */
export function getStatusAfterReview(_status: string): string {
  return 'published';
}

/** Returns the status after a review, in a service with a separate status for books in shops. */
export function getDistributedStatus(_status: string): string {
  return 'distributed';
}

/** Returns whether a book is in shops or on its way there. */
function isReleased(status: string): boolean {
  return ['in_review', 'published', 'distributed'].includes(status);
}
