/** The parts of a ledger entry that a report needs. */
import { requirement, requirementIds, type Requirement } from '../../contract/requirements.ts';

export interface LedgerEntry extends Omit<Requirement, 'since' | 'level'> {
  readonly id: string;
  readonly level: 'must' | 'should' | 'open';
}

/** Returns the ledger's entries in its order, without those that bind callers. */
export function getLedgerEntries(): LedgerEntry[] {
  return requirementIds.flatMap((id) => {
    const { level, ...entry } = requirement(id);
    return level === 'caller' ? [] : [{ ...entry, level, id }];
  });
}
