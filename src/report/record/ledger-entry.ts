/** What a report needs of an entry of the ledger. */
import { requirement, requirementIds, type Requirement } from '../../contract/requirements.ts';

export interface LedgerEntry extends Omit<Requirement, 'since' | 'level'> {
  readonly id: string;
  readonly level: 'must' | 'should' | 'open';
}

/** What the ledger says of the service, in its own order; what binds callers is left out. */
export function ledgerEntries(): LedgerEntry[] {
  return requirementIds.flatMap((id) => {
    const { level, ...entry } = requirement(id);
    return level === 'caller' ? [] : [{ ...entry, level, id }];
  });
}
