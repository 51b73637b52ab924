/** A run as an earlier version would have judged: whatever was first asked or noted later is left out. */
import { isRequirementId, requirement, type RequirementId } from '../../contract/requirements.ts';
import { isNewer } from '../../contract/since.ts';
import type { Item, Section } from '../../harness/suite/index.ts';
import type { Outcome } from '../../harness/evidence/index.ts';
import { ledgerEntries, type LedgerEntry } from '../../report/record/index.ts';
import { WrongUsage } from '../shell/index.ts';

export interface AsOf {
  /** The sections with what was asked then. */
  readonly suite: (whole: readonly Section[]) => Section[];
  /** Returns the outcome without the findings that only later versions hold against a service. */
  readonly outcome: (whole: Outcome) => Outcome;
  readonly ledger: () => LedgerEntry[];
}

type SinceOf = (id: RequirementId) => string;

/**
 * Makes the view of a version.
 * @param version three numbers joined by dots; undefined leaves out nothing
 * @param sinceOf when an id came; the ledger's word unless a test has another
 */
export function createAsOf(
  version: string | undefined,
  sinceOf: SinceOf = (id) => requirement(id).since,
): AsOf {
  const known = (id: RequirementId): boolean =>
    version === undefined || !isNewer(sinceOf(id), version);
  return {
    suite: (whole) => {
      const then = whole
        .map((section) => ({
          ...section,
          items: section.items.filter((item) => known(idOf(item))),
        }))
        .filter(({ items }) => items.length > 0);
      if (then.length > 0) return then;
      throw new WrongUsage(`--as-of ${version} leaves nothing to ask: every question is newer.`);
    },
    outcome: (whole) => ({
      ...whole,
      findings: whole.findings.filter(({ requirement: id }) => known(id)),
      judged: whole.judged.filter(({ requirement: id }) => known(id)),
      answers: whole.answers.filter(({ silence }) => known(silence)),
    }),
    ledger: () => ledgerEntries().filter(({ id }) => isRequirementId(id) && known(id)),
  };
}

function idOf(item: Item): RequirementId {
  return item.kind === 'check' ? item.requirement : item.silence;
}
