/** Which cases show most for few requests: chosen from what each has noticed in a grade. */
import type { Opener } from '../../src/harness/suite/index.ts';

/** One case, what it costs, and what it has noticed. */
export interface Candidate {
  readonly opener: Opener;
  /** Requests of the case where nothing is wrong. */
  readonly requests: number;
  /** Faults under which it drifted, each with the request of the case that showed it. */
  readonly notices: ReadonlyMap<string, number>;
}

/**
 * Takes, again and again, the case that notices most faults nobody before it noticed for a request,
 * until the budget is spent or nothing new is noticed.
 * @param budget requests the openers may cost together
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

/** How many faults the openers notice within a number of requests. */
export function noticedWithin(requests: number, openers: readonly Candidate[]): number {
  let before = 0;
  const noticed = new Set<string>();
  for (const { requests: cost, notices } of openers) {
    for (const [name, after] of notices) if (before + after <= requests) noticed.add(name);
    before += cost;
  }
  return noticed.size;
}
