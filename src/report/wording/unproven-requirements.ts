/** Lists the requirements that a run did not prove, in the same way for every form of a report. */
import type { Report, RequirementRow } from '../record/index.ts';
import { neverBegan } from './never-began.ts';

export interface UnprovenRequirements {
  readonly musts: readonly RequirementRow[];
  /** What the document only advises. */
  readonly advice: readonly RequirementRow[];
}

/** Returns what is unproven; nothing for a run that ended at its first response, where one sentence says all. */
export function unprovenRequirements(report: Report): UnprovenRequirements {
  const rows = neverBegan(report)
    ? []
    : report.requirements.filter(({ verdict }) => verdict === 'unproven');
  return {
    musts: rows.filter(({ level }) => level === 'must'),
    advice: rows.filter(({ level }) => level === 'should'),
  };
}

/** Returns the requirements whose test failed on our side or in the network. */
export function erroredRequirements({ requirements }: Report): readonly RequirementRow[] {
  return requirements.filter(({ verdict }) => verdict === 'errored');
}
