/** Books that several cases share: created for the first one, reused by the others. */
import type { Stage } from './create-stage.ts';
import type { KnownTarget } from '../evidence/index.ts';

type Making<T> = (t: Stage) => Promise<T>;

/** Creates something once for a whole run, which every case reads and none changes. */
export function oncePerRun<T>(make: Making<T>): Making<T> {
  const made = new WeakMap<KnownTarget, Promise<T>>();
  const share: Making<T> = async (t) => {
    const found = made.get(t.target);
    const making = found ?? make(t);
    made.set(t.target, making);
    try {
      return await making;
    } catch (error) {
      // If one case fails, the next one need not.
      if (made.get(t.target) === making) made.delete(t.target);
      if (found === undefined) throw error;
      return share(t);
    }
  };
  return share;
}

/**
 * Lends a book of the whole run to one case at a time. A case that gets it rewrites it first, so the
 * state that the previous case left does not matter.
 */
export function inTurns<T>(
  make: Making<T>,
): <R>(t: Stage, use: (lent: T) => Promise<R>) => Promise<R> {
  const lent = oncePerRun(make);
  const lastInLine = new WeakMap<KnownTarget, Promise<unknown>>();
  return async (t, use) => {
    const before = lastInLine.get(t.target) ?? Promise.resolve();
    const mine = before.then(async () => use(await lent(t)));
    lastInLine.set(t.target, Promise.allSettled([mine]));
    return mine;
  };
}
