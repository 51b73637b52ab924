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
  return status === 'published' || status === 'in_review' ? status : queued;
}

/** Reviewed: the shops have it. */
export function afterReview(_status: string): string {
  return 'published';
}
