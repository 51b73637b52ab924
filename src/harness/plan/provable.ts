/** Lists the requirements that a run can prove with its consent, reach and keys. */
import {
  requirement as entryOf,
  type RequirementId,
  statedIds,
} from '../../contract/requirements.ts';
import type { Consent, Reach } from '../evidence/index.ts';
import { type Job, within } from './plan.ts';

export interface Permission {
  readonly allow: ReadonlySet<Consent>;
  readonly reach: Reach;
  readonly only?: string | undefined;
  readonly secondKey?: string | undefined;
}

/**
 * Returns the requirements that the jobs of a plan ask about or cover, without those that have a
 * case of their own which may not be asked. Observations prove nothing.
 */
export function provableIn(
  plan: readonly Job[],
  { allow, reach, only, secondKey }: Permission,
): RequirementId[] {
  const mayAsk = (job: Job): boolean =>
    job.needs.every((consent) => allow.has(consent)) &&
    (reach === 'behaviour' || job.reach === 'shape') &&
    (!job.secondAccount || secondKey !== undefined);
  const asked = plan.filter(({ kind }) => kind !== 'observation');
  const barred = new Set(asked.filter((job) => !mayAsk(job)).map(({ requirement }) => requirement));
  const permitted = asked.filter(mayAsk);
  const named = new Set(permitted.map(({ requirement }) => requirement));
  const covers = new Set(permitted.flatMap((job) => job.covers));
  return statedIds.filter(
    (id) =>
      within(only, id) &&
      entryOf(id).untested === undefined &&
      !barred.has(id) &&
      (named.has(id) || [...covers].some((start) => id.startsWith(start))),
  );
}
