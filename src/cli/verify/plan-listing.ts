/** Selects the statements that a run judges, and lists its cases. */
import {
  isRequirementId,
  requirement,
  type RequirementId,
  requirementIds,
  statedIds,
} from '../../contract/requirements.ts';
import { type Revision, isNewer } from '../../contract/revision.ts';
import type { Item, Section } from '../../harness/suite/index.ts';
import type { RunOutcome, Consent, Depth, Reach, Replay } from '../../harness/evidence/index.ts';
import { getLedgerEntries, type LedgerEntry, type Report } from '../../report/record/index.ts';
import { WrongUsage, suggestRequirement } from '../shell/index.ts';
import { possibleSituations } from '../../monitor/index.ts';
import { formatAllowOption } from '../../harness/wire/index.ts';
import { type Job, planRun, isInScope } from '../../harness/plan/index.ts';

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
function getItemId(item: Item): RequirementId {
  return item.kind === 'check' ? item.requirement : item.silence;
}

export interface PlanOptions {
  readonly seed: number;
  readonly only: string | undefined;
  readonly reach: Reach;
  readonly depth?: Depth;
  readonly allow: ReadonlySet<Consent>;
  readonly secondAccount?: boolean;
  readonly replay?: Replay | undefined;
  readonly lastReport?: Pick<Report, 'requirements'> | undefined;
}

/** Throws WrongUsage if `--only` or `--replay` matches no case. */
export function assertSomethingToTest(suite: readonly Section[], options: PlanOptions): void {
  const { only, replay } = options;
  if (replay !== undefined && !replay.history && planRun(suite, options).length === 0) {
    throw new WrongUsage(
      `The case of the --replay token is not in this version. Use --only ${replay.requirement}.`,
    );
  }
  if (only === undefined || replay !== undefined) return;
  const matchingIds = requirementIds.filter((id) => isInScope(only, id));
  if (matchingIds.length === 0) {
    throw new WrongUsage(
      `No requirement starts with "${only}".${suggestRequirement(only)} bookdist requirements lists them.`,
    );
  }
  if (planRun(suite, options).length > 0) return;
  if (suite.some(({ items }) => items.some((item) => isInScope(only, getItemId(item))))) return;
  const [reason] = matchingIds.flatMap((id) => requirement(id).untested ?? []);
  throw new WrongUsage(`No case tests ${only}${reason === undefined ? ' yet.' : `: ${reason}`}`);
}

/** Lists every case in the order of the run, under its requirement, with its missing consent. */
export function formatPlan(suite: readonly Section[], options: PlanOptions): string {
  const jobs = planRun(suite, options);
  const lines = jobs.flatMap((job, index) => {
    const line = `    ${describeJob(job)}${describeMissingConsent(job, options)}`;
    const isFirst = jobs[index - 1]?.requirement !== job.requirement;
    return isFirst ? [`${job.requirement}  (${job.section})`, line] : [line];
  });
  const end = `${jobs.length} cases, seed ${options.seed}. No request was sent.\n`;
  return [...lines, '', ...formatSituations(options), '', end].join('\n');
}

/** Lists how many situations of each requirement are possible, and how many of them the last run judged. */
function formatSituations({ only, lastReport: last }: PlanOptions): string[] {
  const judged = new Map(last?.requirements.map(({ id, situations }) => [id, situations?.judged]));
  const rows = statedIds
    .filter((id) => isInScope(only, id))
    .map((id) => [id, possibleSituations(id).size] as const)
    .filter(([, possible]) => possible > 0);
  const total = rows.reduce((sum, [, possible]) => sum + possible, 0);
  const heading = last === undefined ? 'possible' : 'judged by the last run, out of those possible';
  return [
    `${total} situations ${heading}`,
    ...rows.map(([id, possible]) => {
      const count = judged.get(id);
      return `    ${id}  ${count === undefined ? '' : `${count} of `}${possible}`;
    }),
  ];
}

function describeJob(job: Job): string {
  return job.kind === 'property' ? `${job.sentence}  (for generated values)` : job.sentence;
}

function describeMissingConsent(job: Job, { allow, reach, secondAccount }: PlanOptions): string {
  if (reach === 'shape' && job.reach === 'behaviour') return '  [not run: --reach shape]';
  if (job.secondAccount && !secondAccount) return '  [not run: needs DISTRIBUTION_SECOND_KEY]';
  const missing = job.needs.filter((consent) => !allow.has(consent));
  return missing.length === 0 ? '' : `  [not run: needs ${formatAllowOption(allow, missing)}]`;
}
