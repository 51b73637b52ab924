/** The statuses from which a book can be withdrawn (`unpublish.withdraws`, `unpublish.from-other`). */

/** Returns whether a book is in shops or on its way there. */
export function isWithdrawable(status: string): boolean {
  return ['in_review', 'published', 'distributed'].includes(status);
}
