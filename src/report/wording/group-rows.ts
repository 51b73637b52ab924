/** Groups of rows, in the order of the first row of each. */

/** Groups rows by a key. */
export function grouped<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Map<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
