/** Selects the cases that find most faults per request, from a recorded grade. */
import type { Opener } from '../../src/harness/suite/index.ts';

/** One case, its cost, and the faults it found. */
export interface Candidate {
  readonly opener: Opener;
  /** Requests of the case against a correct service. */
  readonly requests: number;
  /** Faults it found, each with the number of the request that showed it. */
  readonly notices: ReadonlyMap<string, number>;
}

/**
 * Repeatedly takes the case that finds most new faults per request,
 * until the budget is spent or no case finds a new fault.
 * @param budget the number of requests of all openers together
 */
export function chosenOpeners(candidates: readonly Candidate[], budget: number): Candidate[] {
  const chosen: Candidate[] = [];
  const noticed = new Set<string>();
  const worth = ({ notices, requests }: Candidate): number =>
    [...notices.keys()].filter((name) => !noticed.has(name)).length / Math.max(1, requests);
  let left = budget;
  for (;;) {
    const best = candidates
      .filter(({ requests }) => requests <= left)
      .reduce<Candidate | undefined>(
        (one, other) => (worth(other) > (one === undefined ? 0 : worth(one)) ? other : one),
        undefined,
      );
    if (best === undefined) return chosen;
    chosen.push(best);
    left -= best.requests;
    for (const name of best.notices.keys()) noticed.add(name);
  }
}

/** Returns how many faults the openers find within a number of requests. */
export function noticedWithin(requests: number, openers: readonly Candidate[]): number {
  let before = 0;
  const noticed = new Set<string>();
  for (const { requests: cost, notices } of openers) {
    for (const [name, after] of notices) if (before + after <= requests) noticed.add(name);
    before += cost;
  }
  return noticed.size;
}
