/** The requirements that a run can prove with its consent and reach. */
import type { RequirementId } from '../../contract/requirements.ts';
import type { Consent, Reach } from '../evidence/index.ts';
import type { Job } from './plan.ts';

export interface Permission {
  readonly allow: ReadonlySet<Consent>;
  readonly reach: Reach;
}

/** Returns the requirements of a plan all of whose cases may run. Observations prove nothing. */
export function provableIn(plan: readonly Job[], { allow, reach }: Permission): RequirementId[] {
  const asked = new Set<RequirementId>();
  const barred = new Set<RequirementId>();
  for (const job of plan) {
    if (job.kind === 'observation') continue;
    const consented = job.needs.every((consent) => allow.has(consent));
    const reachable = reach === 'behaviour' || job.reach === 'shape';
    (consented && reachable ? asked : barred).add(job.requirement);
  }
  return [...asked].filter((id) => !barred.has(id));
}
