/** Lets what the monitor finds wrong fail a generated value, so that the value shrinks. */
import { Drift } from '../evidence/index.ts';
import type { Stage } from '../stage/index.ts';
import { scopeOf } from '../wire/index.ts';

/** Asks about one value, and throws a Drift for the first thing that the monitor found meanwhile. */
export async function withMonitor(t: Stage, ask: () => Promise<void>): Promise<void> {
  const drifts = scopeOf(t)?.drifts ?? [];
  const before = drifts.length;
  const throwFirst = (): void => {
    const found = drifts[before];
    if (found === undefined) return;
    const drift = new Drift(found.difference, found.exchange);
    drift.requirement = found.requirement;
    throw drift;
  };
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof Drift)) throwFirst();
    throw error;
  }
  throwFirst();
}
