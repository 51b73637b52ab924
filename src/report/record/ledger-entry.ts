/** What a report needs of an entry of the ledger. */
import { requirement, requirementIds, type Requirement } from '../../contract/requirements.ts';

export interface LedgerEntry extends Omit<Requirement, 'since'> {
  readonly id: string;
}

/** The whole ledger as a list, in its own order. */
export function ledgerEntries(): LedgerEntry[] {
  return requirementIds.map((id) => ({ ...requirement(id), id }));
}
