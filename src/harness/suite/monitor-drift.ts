/** Makes a generated value fail if the monitor finds a drift, so that the value is shrunk. */
import { Drift } from '../evidence/index.ts';
import type { Stage } from '../stage/index.ts';
import { scopeOf } from '../wire/index.ts';

/** Tests one value, and throws a Drift for the first difference that the monitor found while it ran. */
export async function withMonitor(t: Stage, test: () => Promise<void>): Promise<void> {
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
    await test();
  } catch (error) {
    if (!(error instanceof Drift)) throwFirst();
    throw error;
  }
  throwFirst();
}
