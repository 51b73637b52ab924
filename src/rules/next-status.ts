/** Which status a book has after something was done to it. */

/** Edited: it is no longer what went out. */
export function afterChange(_status: string): string {
  return 'draft';
}

/** Given another file: the same. */
export function afterAttach(_status: string): string {
  return 'draft';
}

/** Published: what is out or under way stays, everything else is queued. */
export function afterPublish(status: string, queued: string): string {
  return isOut(status) ? status : queued;
}

/** Reviewed: the shops have it. */
export function afterReview(_status: string): string {
  return 'published';
}

/** The same in a service that has a status of its own for it. */
export function afterReviewByAnotherName(_status: string): string {
  return 'distributed';
}

function isOut(status: string): boolean {
  return ['in_review', 'published', 'distributed'].includes(status);
}
