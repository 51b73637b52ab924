/** Finds the known name that a misspelled name probably means. */

/** Returns the number of letters to insert, delete or replace to turn one string into the other (Levenshtein distance). */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [line, letter] of from.split('').entries()) {
    const next = [line + 1];
    for (const [column, other] of to.split('').entries()) {
      const replace = (row[column] ?? 0) + (letter === other ? 0 : 1);
      const remove = (row[column + 1] ?? 0) + 1;
      const insert = (next[column] ?? 0) + 1;
      next.push(Math.min(replace, remove, insert));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/**
 * Returns the known name that is closest to a misspelled name, or undefined if no name is close: up to two edits, or up to
 * a third of the letters of a longer name.
 * @example findNearest('publish.final-verson-window', ids) // 'publish.final-version-window'
 */
export function findNearest<Name extends string>(
  input: string,
  names: readonly Name[],
): Name | undefined {
  const maxEdits = Math.max(2, Math.floor(input.length / 3));
  const distances = names.map((name) => [name, countEdits(input, name)] as const);
  const [nearest] = distances.toSorted(([, a], [, b]) => a - b);
  return nearest && nearest[1] <= maxEdits ? nearest[0] : undefined;
}
