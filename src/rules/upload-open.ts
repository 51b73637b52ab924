/** The deadline of upload URLs (`put.deadline`). */

/** Returns whether an upload URL still accepts its file. The millisecond of the deadline itself is in time. */
export function isUploadOpen(expiresAt: number, now: number): boolean {
  return now <= expiresAt;
}
