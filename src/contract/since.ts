/** Compares versions of this project. */

/** Returns whether a version is newer than another; both are three numbers joined by dots. */
export function isNewer(version: string, than: string): boolean {
  const [ours, theirs] = [numbersIn(version), numbersIn(than)];
  for (const [at, number] of ours.entries()) {
    const other = theirs[at] ?? 0;
    if (number !== other) return number > other;
  }
  return false;
}

/** A suffix after a hyphen is ignored. */
function numbersIn(version: string): number[] {
  return (version.split('-')[0] ?? '').split('.').map(Number);
}
