/** Suggests the known name that a misspelled one probably means. */

/** Returns the number of edits (insert, delete, replace) that turn one string into the other. */
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
 * Returns the known name closest to a misspelled one, or undefined if none is close. With more than
 * a third of the letters wrong it is a different word.
 * @example nearest('publish.final-verson-window', ids) // 'publish.final-version-window'
 */
export function findNearest<Name extends string>(
  typed: string,
  names: readonly Name[],
): Name | undefined {
  let best: Name | undefined;
  let bestDistance = Math.max(2, Math.floor(typed.length / 3)) + 1;
  for (const name of names) {
    const edits = countEdits(typed, name);
    if (edits < bestDistance) {
      best = name;
      bestDistance = edits;
    }
  }
  return best;
}
