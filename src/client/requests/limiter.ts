/** Limits how many tasks run at once. Waiting tasks start in order. */

export interface Limiter {
  /** Takes a place at once and returns the function that frees it, or returns undefined when none is free. */
  readonly tryEnter: () => (() => void) | undefined;
  /** Resolves when a place is free, with the function that frees it again. Cancel to leave the queue. */
  readonly enter: () => { readonly entered: Promise<() => void>; readonly cancel: () => void };
  /** Runs the task in a place of its own. */
  readonly run: <Result>(task: () => Promise<Result>) => Promise<Result>;
}

/** @param places how many tasks may run at once; `Infinity` for no limit */
export function createLimiter(places: number): Limiter {
  const waiting = new Set<() => void>();
  let free = places;
  const leave = (): void => {
    free += 1;
    const [next] = waiting;
    next?.();
  };
  const enter = () => {
    let start = (): void => undefined;
    const entered = new Promise<() => void>((resolve) => {
      start = () => {
        waiting.delete(start);
        free -= 1;
        resolve(leave);
      };
    });
    waiting.add(start);
    if (free > 0) start();
    return { entered, cancel: () => void waiting.delete(start) };
  };
  const tryEnter = () => {
    if (free <= 0) return undefined;
    free -= 1;
    return leave;
  };
  return {
    tryEnter,
    enter,
    run: async (task) => {
      const done = tryEnter() ?? (await enter().entered);
      try {
        return await task();
      } finally {
        done();
      }
    },
  };
}
