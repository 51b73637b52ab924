/** Whether an upload URL still takes its file: up to its deadline, that millisecond included. */

export function uploadOpen(expiresAt: number, now: number): boolean {
  return now <= expiresAt;
}
