/** Lists parts of a report: the requirements that drift, their fingerprints, and the cases that ran. */
import type { Report } from '../../src/report/record/index.ts';

/** Ids with the verdict `drifts`, in the report's order. */
export function listDriftingRequirements({ requirements }: Report): string[] {
  return requirements.filter(({ verdict }) => verdict === 'drifts').map(({ id }) => id);
}
