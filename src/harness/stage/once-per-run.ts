/** Books that several cases share: created for the first one, reused by the others. */
import type { Stage } from './create-stage.ts';
import type { KnownTarget } from '../evidence/index.ts';

type Factory<T> = (t: Stage) => Promise<T>;

/** Creates something once for a whole run, which all cases share. */
export function oncePerRun<T>(make: Factory<T>): Factory<T> {
  const promises = new WeakMap<KnownTarget, Promise<T>>();
  const share: Factory<T> = async (t) => {
    const existingPromise = promises.get(t.target);
    const promise = existingPromise ?? make(t);
    promises.set(t.target, promise);
    try {
      return await promise;
    } catch (error) {
      // If one case fails, the next one need not.
      if (promises.get(t.target) === promise) promises.delete(t.target);
      if (existingPromise === undefined) throw error;
      return share(t);
    }
  };
  return share;
}

/**
 * Lends a book of the whole run to one case at a time. A case that gets it rewrites it first, so the
 * state that the previous case left does not matter.
 */
export function lendInTurns<T>(
  make: Factory<T>,
): <R>(t: Stage, use: (lent: T) => Promise<R>) => Promise<R> {
  const borrow = oncePerRun(make);
  const queueTails = new WeakMap<KnownTarget, Promise<unknown>>();
  return async (t, use) => {
    const previous = queueTails.get(t.target) ?? Promise.resolve();
    const result = previous.then(async () => use(await borrow(t)));
    queueTails.set(t.target, Promise.allSettled([result]));
    return result;
  };
}
