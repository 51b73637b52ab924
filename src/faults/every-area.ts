/** All areas of the ledger, for faults so broad that they show everywhere. */
import { requirementIds } from '../contract/requirements.ts';

/** Every area with its dot, such as `publish.`. */
export const everyArea: readonly string[] = [
  ...new Set(requirementIds.map((id) => id.replace(/[^.]*$/, ''))),
];
