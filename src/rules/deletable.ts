/** In which statuses a book may be deleted. */

/** What shops have, or are about to have, stays. */
export function deletableUnlessOut(status: string): boolean {
  return !['in_review', 'published', 'distributed'].includes(status);
}

/** Only what never went out, or came back to be edited. */
export function deletableAsDraft(status: string): boolean {
  return status === 'draft';
}
