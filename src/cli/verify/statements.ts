/** The statements that a run judges: those of a revision of the document, without those that are newer than a version. */
import { isRequirementId, requirement, type RequirementId } from '../../contract/requirements.ts';
import type { Revision } from '../../contract/revision.ts';
import { isNewer } from '../../contract/since.ts';
import type { Item, Section } from '../../harness/suite/index.ts';
import type { Outcome } from '../../harness/evidence/index.ts';
import { ledgerEntries, type LedgerEntry } from '../../report/record/index.ts';
import { WrongUsage } from '../shell/index.ts';

export interface Statements {
  readonly suite: (whole: readonly Section[]) => Section[];
  readonly outcome: (whole: Outcome) => Outcome;
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
 * @param addedIn returns the version that added an id
 */
export function chooseStatements(
  { asOf, revision }: StatementChoice,
  addedIn: VersionLookup = (id) => requirement(id).since,
): Statements {
  const isChosen = (id: RequirementId): boolean =>
    (asOf === undefined || !isNewer(addedIn(id), asOf)) &&
    (revision === undefined || Object.hasOwn(revision.ledger, id));
  return {
    suite: (whole) => {
      const sections = whole
        .map((section) => ({
          ...section,
          items: section.items.filter((item) => isChosen(itemId(item))),
        }))
        .filter(({ items }) => items.length > 0);
      if (sections.length > 0) return sections;
      throw new WrongUsage(`${describeOption(asOf)} leaves nothing to test.`);
    },
    outcome: (whole) => ({
      ...whole,
      findings: whole.findings.filter(({ requirement: id }) => isChosen(id)),
      judged: whole.judged.filter(({ requirement: id }) => isChosen(id)),
      answers: whole.answers.filter(({ silence }) => isChosen(silence)),
    }),
    ledger: () => [
      ...ledgerEntries().filter(({ id }) => isRequirementId(id) && isChosen(id)),
      ...(revision === undefined ? [] : listUntestedEntries(revision)),
    ],
  };
}

function describeOption(asOf: string | undefined): string {
  return asOf === undefined ? '--revision' : `--as-of ${asOf}`;
}

/** Returns the statements of a revision that this version has no check of, so that a report lists them. */
function listUntestedEntries({ ledger }: Revision): LedgerEntry[] {
  return Object.entries(ledger).flatMap(([id, { level, ...entry }]) => {
    if (isRequirementId(id) || level === 'caller' || level === 'open') return [];
    return [{ ...entry, level, id, untested: 'This version of bookdist has no check of it.' }];
  });
}

function itemId(item: Item): RequirementId {
  return item.kind === 'check' ? item.requirement : item.silence;
}
