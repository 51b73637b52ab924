/** Whether there is anything to withdraw: shops have the book, or are about to. */

export function withdrawable(status: string): boolean {
  return status === 'published' || status === 'in_review';
}
