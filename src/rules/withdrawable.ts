/**
 * Returns whether a book can be withdrawn: it is in shops or on its way there.
 * Requirements: `unpublish.withdraws`, `unpublish.from-other`.
 */

export function isWithdrawable(status: string): boolean {
  return ['in_review', 'published', 'distributed'].includes(status);
}
