/** Selects the statements that a run judges: those of a revision, without those newer than a version. */
import { isRequirementId, requirement, type RequirementId } from '../../contract/requirements.ts';
import type { Revision } from '../../contract/revision.ts';
import { isNewer } from '../../contract/versions.ts';
import type { Item, Section } from '../../harness/suite/index.ts';
import type { RunOutcome } from '../../harness/evidence/index.ts';
import { getLedgerEntries, type LedgerEntry } from '../../report/record/index.ts';
import { WrongUsage } from '../shell/index.ts';

/** Filters the suite, the outcome and the ledger by the chosen statements. */
export interface StatementFilter {
  readonly suite: (sections: readonly Section[]) => Section[];
  readonly outcome: (outcome: RunOutcome) => RunOutcome;
  readonly ledger: () => LedgerEntry[];
}

export interface StatementChoice {
  /** Leaves out requirements that are newer than this version, such as `0.1.0`. */
  readonly asOf?: string | undefined;
  /** Leaves out requirements that this revision does not state. */
  readonly revision?: Revision | undefined;
}

type VersionLookup = (id: RequirementId) => string;

/**
 * Chooses the statements of a run.
 * @param findVersion returns the version of this tool that added an id
 */
export function chooseStatements(
  { asOf, revision }: StatementChoice,
  findVersion: VersionLookup = (id) => requirement(id).since,
): StatementFilter {
  const isChosen = (id: RequirementId): boolean =>
    (asOf === undefined || !isNewer(findVersion(id), asOf)) &&
    (revision === undefined || Object.hasOwn(revision.ledger, id));
  return {
    suite: (whole) => {
      const sections = whole
        .map((section) => ({
          ...section,
          items: section.items.filter((item) => isChosen(getItemId(item))),
        }))
        .filter(({ items }) => items.length > 0);
      if (sections.length > 0) return sections;
      throw new WrongUsage(`${describeOption(asOf)} leaves nothing to test.`);
    },
    outcome: (outcome) => ({
      ...outcome,
      findings: outcome.findings.filter(({ requirement: id }) => isChosen(id)),
      judged: outcome.judged.filter(({ requirement: id }) => isChosen(id)),
      answers: outcome.answers.filter(({ silence }) => isChosen(silence)),
    }),
    ledger: () => [
      ...getLedgerEntries().filter(({ id }) => isRequirementId(id) && isChosen(id)),
      ...(revision === undefined ? [] : listUntestedEntries(revision)),
    ],
  };
}

function describeOption(asOf: string | undefined): string {
  return asOf === undefined ? '--revision' : `--as-of ${asOf}`;
}

/** Returns the statements of a revision that this version cannot check, so that reports list them. */
function listUntestedEntries({ ledger }: Revision): LedgerEntry[] {
  return Object.entries(ledger).flatMap(([id, { level, ...entry }]) => {
    if (isRequirementId(id) || level === 'caller' || level === 'open') return [];
    return [{ ...entry, level, id, untested: 'This version of bookdist has no check of it.' }];
  });
}

function getItemId(item: Item): RequirementId {
  return item.kind === 'check' ? item.requirement : item.silence;
}
