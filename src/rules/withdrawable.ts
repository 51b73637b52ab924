/** Whether there is anything to withdraw: shops have the book, or are about to. */

export function withdrawable(status: string): boolean {
  return ['in_review', 'published', 'distributed'].includes(status);
}
