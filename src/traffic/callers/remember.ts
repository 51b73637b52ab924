/** Bounded memory for a watch that goes on for days. */

/** Entries that are kept of each kind; a longer watch forgets the oldest. */
const most = 10_000;

/** Sets an entry and forgets the oldest one if there are too many. */
export function remember<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= most) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}
