/** In which statuses a book may be deleted. */

/** What shops have, or are about to have, stays. */
export function deletableUnlessOut(status: string): boolean {
  return status !== 'published' && status !== 'in_review';
}

/** Only what never went out, or came back to be edited. */
export function deletableAsDraft(status: string): boolean {
  return status === 'draft';
}
