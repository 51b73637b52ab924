/** Compares versions of this project. */

/** Returns whether a version is newer than another; both are three numbers joined by dots. */
export function isNewer(version: string, than: string): boolean {
  const [first, second] = [parseVersion(version), parseVersion(than)];
  for (const [at, number] of first.entries()) {
    const other = second[at] ?? 0;
    if (number !== other) return number > other;
  }
  return false;
}

/** A suffix after a hyphen is ignored. */
function parseVersion(version: string): number[] {
  return (version.split('-')[0] ?? '').split('.').map(Number);
}
