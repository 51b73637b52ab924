/** Limits the number of concurrent tasks. */

/** Starts tasks in the order of their arrival, each as soon as a place is free. */
export interface Limiter {
  /** Resolves when a place is free, with the function that frees it again. */
  readonly enter: () => Promise<() => void>;
  /** Runs the task as soon as a place is free. */
  readonly run: <Result>(task: () => Promise<Result>) => Promise<Result>;
}

export function createLimiter(places: number): Limiter {
  const queue: (() => void)[] = [];
  let freePlaces = places;
  const release = (): void => {
    const next = queue.shift();
    if (next === undefined) freePlaces += 1;
    else next();
  };
  const enter = async () => {
    if (freePlaces > 0) freePlaces -= 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    return release;
  };
  return { enter, run: async (task) => (await enter(), task().finally(release)) };
}
