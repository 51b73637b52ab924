/**
 * The status of a book after each action.
 * Requirements: `update.returns-to-draft`, `attach.returns-to-draft`, `publish.next-status`.
 */

/** Returns the status after an edit. The book then differs from the published one, so it is a draft. */
export function getStatusAfterChange(_status: string): string {
  return 'draft';
}

/** Returns the status after a file was attached: the same as after an edit. */
export function getStatusAfterAttach(_status: string): string {
  return 'draft';
}

/**
 * Returns the status after a publish request. A book that is in shops or on its way there keeps its status.
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

function isReleased(status: string): boolean {
  return ['in_review', 'published', 'distributed'].includes(status);
}
