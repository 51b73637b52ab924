/** Compares versions of this project. */

/** Returns true if a version is newer than another. Both are three numbers separated by dots; a suffix after a hyphen is ignored. */
export function isNewer(version: string, than: string): boolean {
  const [newNumbers, oldNumbers] = [parseVersion(version), parseVersion(than)];
  for (const [index, newNumber] of newNumbers.entries()) {
    const oldNumber = oldNumbers[index] ?? 0;
    if (newNumber !== oldNumber) return newNumber > oldNumber;
  }
  return false;
}

function parseVersion(version: string): number[] {
  return (version.split('-')[0] ?? '').split('.').map(Number);
}
