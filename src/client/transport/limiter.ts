/** Limits the number of concurrent tasks. Waiting tasks start in order. */
export interface Limiter {
  /** Resolves when a place is free, with the function that frees it again. */
  readonly enter: () => Promise<() => void>;
  /** Runs the task as soon as a place is free. */
  readonly run: <Result>(task: () => Promise<Result>) => Promise<Result>;
}

export function createLimiter(places: number): Limiter {
  const waiting: (() => void)[] = [];
  let available = places;
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) available += 1;
    else next();
  };
  const enter = async () => {
    if (available > 0) available -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    return release;
  };
  return { enter, run: async (task) => (await enter(), task().finally(release)) };
}
