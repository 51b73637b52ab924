/**
 * Returns whether an upload URL still accepts its file: until its deadline, including that millisecond.
 * Requirements: `put.deadline`.
 */

export function uploadOpen(expiresAt: number, now: number): boolean {
  return now <= expiresAt;
}
