/** A lane lets so many pass at once, in the order they came. */

export type Lane = <Result>(pass: () => Promise<Result>) => Promise<Result>;

export function laneFor(width: number): Lane {
  const waiting: (() => void)[] = [];
  let free = width;
  return async (pass) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((enter) => waiting.push(enter));
    try {
      return await pass();
    } finally {
      const next = waiting.shift();
      // Whoever waits takes the place over, so that nobody slips in between.
      if (next === undefined) free += 1;
      else next();
    }
  };
}
