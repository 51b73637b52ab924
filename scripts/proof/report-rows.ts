/** Lists the requirements of a report that drift. */
import type { Report } from '../../src/report/record/index.ts';

/** Returns the ids with the verdict `drifts`, in the report's order. */
export function listDriftingRequirements({ requirements }: Report): string[] {
  return requirements.filter(({ verdict }) => verdict === 'drifts').map(({ id }) => id);
}
