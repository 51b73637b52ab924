/** Selects the statements that a run judges: those of a revision, without those newer than a version. */
import { isRequirementId, requirement, type RequirementId } from '../../contract/requirements.ts';
import type { Revision } from '../../contract/revision.ts';
import { isNewer } from '../../contract/versions.ts';
import type { Item, Section } from '../../harness/suite/index.ts';
import type { RunOutcome } from '../../harness/evidence/index.ts';
import { getLedgerEntries, type LedgerEntry } from '../../report/record/index.ts';
import { WrongUsage } from '../shell/index.ts';

/** Filters the suite, the outcome and the ledger by the chosen statements. */
export type StatementFilter = ReturnType<typeof chooseStatements>;

export interface StatementChoice {
  /** Leaves out requirements that are newer than this version, such as `0.1.0`. */
  readonly asOf?: string | undefined;
  /** Leaves out requirements that this revision does not state. */
  readonly revision?: Revision | undefined;
}

/**
 * Chooses the statements of a run.
 * @param findVersion returns the version of this tool that added an id
 */
export function chooseStatements(
  { asOf, revision }: StatementChoice,
  findVersion = (id: RequirementId): string => requirement(id).since,
) {
  const isChosen = (id: RequirementId): boolean =>
    (asOf === undefined || !isNewer(findVersion(id), asOf)) &&
    (revision === undefined || Object.hasOwn(revision.ledger, id));
  return {
    suite: (whole: readonly Section[]): Section[] => {
      const sections = whole.flatMap((section) => {
        const items = section.items.filter((item) => isChosen(getItemId(item)));
        return items.length === 0 ? [] : [{ ...section, items }];
      });
      if (sections.length > 0) return sections;
      const option = asOf === undefined ? '--revision' : `--as-of ${asOf}`;
      throw new WrongUsage(`${option} leaves nothing to test.`);
    },
    outcome: (outcome: RunOutcome): RunOutcome => ({
      ...outcome,
      findings: outcome.findings.filter(({ requirement: id }) => isChosen(id)),
      judged: outcome.judged.filter(({ requirement: id }) => isChosen(id)),
      answers: outcome.answers.filter(({ silence }) => isChosen(silence)),
    }),
    ledger: (): LedgerEntry[] => [
      ...getLedgerEntries().filter(({ id }) => isRequirementId(id) && isChosen(id)),
      ...(revision === undefined ? [] : listUntestedEntries(revision)),
    ],
  };
}

/** Returns the statements of a revision that this version cannot check, so that reports list them. */
function listUntestedEntries({ ledger }: Revision): LedgerEntry[] {
  return Object.entries(ledger).flatMap(([id, { level, ...entry }]) => {
    if (isRequirementId(id) || level === 'caller' || level === 'open') return [];
    return [{ ...entry, level, id, untested: 'This version of bookdist has no check of it.' }];
  });
}

/** Returns the requirement or the silence of an item. */
export function getItemId(item: Item): RequirementId {
  return item.kind === 'check' ? item.requirement : item.silence;
}
