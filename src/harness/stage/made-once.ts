/** Books that several cases share: created for the first one, reused by the others. */
import type { Exchange, KnownTarget } from '../evidence/index.ts';
import { scopeOf } from '../wire/index.ts';
import type { Stage } from './stage.ts';

type Making<T> = (t: Stage) => Promise<T>;

interface Made<T> {
  readonly value: T;
  /** The calls that created it. */
  readonly calls: readonly Exchange[];
}

/**
 * Creates something once for a whole run, which every case reads and none changes. The calls that
 * created it count for every case that uses it, so that they can be the accepted counterpart of a
 * refusal.
 */
export function oncePerRun<T>(make: Making<T>): Making<T> {
  const made = new WeakMap<KnownTarget, Promise<Made<T>>>();
  const share: Making<T> = async (t) => {
    const found = made.get(t.target);
    const making = found ?? witnessed(t, make);
    made.set(t.target, making);
    try {
      const { value, calls } = await making;
      if (found !== undefined) scopeOf(t)?.seen.push(...calls);
      return value;
    } catch (error) {
      // If one case fails, the next one need not.
      if (made.get(t.target) === making) made.delete(t.target);
      if (found === undefined) throw error;
      return share(t);
    }
  };
  return share;
}

async function witnessed<T>(t: Stage, make: Making<T>): Promise<Made<T>> {
  const scope = scopeOf(t);
  const before = [scope?.exchanges.length, scope?.seen.length];
  const value = await make(t);
  const sent = scope?.exchanges.slice(before[0]) ?? [];
  return { value, calls: [...sent, ...(scope?.seen.slice(before[1]) ?? [])] };
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
