/** Areas of the ledger: for a mistake so broad that it shows wherever one looks. */
import { requirementIds } from '../contract/requirements.ts';

/** Every area with its dot, such as `publish.`. */
export const everyArea: readonly string[] = [
  ...new Set(requirementIds.map((id) => id.replace(/[^.]*$/, ''))),
];
