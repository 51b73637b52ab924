/** The rule about deadlines of upload URLs (`put.deadline`). */

/** Returns whether an upload URL still accepts its file: until its deadline, including that millisecond. */
export function isUploadOpen(expiresAt: number, now: number): boolean {
  return now <= expiresAt;
}
