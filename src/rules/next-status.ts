/**
 * The status of a book after each action.
 * Requirements: `update.returns-to-draft`, `attach.returns-to-draft`, `publish.next-status`.
 */

/** After an edit: the book differs from the published one. */
export function afterChange(_status: string): string {
  return 'draft';
}

/** After a file was attached: the same as after an edit. */
export function afterAttach(_status: string): string {
  return 'draft';
}

/** After publishing: a book that is in shops or on its way keeps its status, any other is queued. */
export function afterPublish(status: string, nextStatus: string): string {
  return isReleased(status) ? status : nextStatus;
}

/** After a review: the book is in shops. */
export function afterReview(_status: string): string {
  return 'published';
}

/** The same, in a service that has a separate status for it. */
export function afterReviewAsDistributed(_status: string): string {
  return 'distributed';
}

function isReleased(status: string): boolean {
  return ['in_review', 'published', 'distributed'].includes(status);
}
