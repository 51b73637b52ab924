/** What the values of one property share: made for the first of them, found again by the others. */
import type { Stage } from '../../src/harness/stage.ts';

/**
 * Makes something once for every case that asks for it. A book that is written anew before
 * each question can serve all values of a property, and the account stays small.
 */
export function oncePerCase<T>(make: (t: Stage) => Promise<T>): (t: Stage) => Promise<T> {
  const made = new WeakMap<Stage, Promise<T>>();
  return async (t) => {
    const found = made.get(t) ?? make(t);
    made.set(t, found);
    return found;
  };
}
