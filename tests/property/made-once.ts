/** What several questions share: made for the first of them, found again by the others. */
import type { Stage } from '../../src/harness/stage.ts';
import type { KnownTarget } from '../../src/harness/target.ts';

type Making<T> = (t: Stage) => Promise<T>;

/**
 * Makes something once for every case that asks for it. A book that is written anew before
 * each question can serve all values of a property, and the account stays small.
 */
export function oncePerCase<T>(make: Making<T>): Making<T> {
  const made = new WeakMap<Stage, Promise<T>>();
  return async (t) => {
    const found = made.get(t) ?? make(t);
    made.set(t, found);
    return found;
  };
}

/** Makes something once for a whole run: only what every case reads and none changes. */
export function oncePerRun<T>(make: Making<T>): Making<T> {
  const made = new WeakMap<KnownTarget, Promise<T>>();
  return async (t) => {
    const found = made.get(t.target) ?? make(t);
    made.set(t.target, found);
    try {
      return await found;
    } catch (error) {
      // The trouble of one case need not be that of the next.
      made.delete(t.target);
      throw error;
    }
  };
}
