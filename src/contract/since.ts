/** Versions of this project in their order, for whatever was asked first in one of them. */

/** Whether a version came after another; both are three numbers joined by dots. */
export function isNewer(version: string, than: string): boolean {
  const [ours, theirs] = [numbersIn(version), numbersIn(than)];
  for (const [at, number] of ours.entries()) {
    const other = theirs[at] ?? 0;
    if (number !== other) return number > other;
  }
  return false;
}

/** What follows a hyphen is of the version it leads up to. */
function numbersIn(version: string): number[] {
  return (version.split('-')[0] ?? '').split('.').map(Number);
}
