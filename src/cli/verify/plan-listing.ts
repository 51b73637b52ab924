/** Lists the cases of a run, and checks that there is something to test. */
import { requirement, requirementIds, statedIds } from '../../contract/requirements.ts';
import { possibleSituations } from '../../monitor/index.ts';
import type { Report } from '../../report/record/index.ts';
import { formatAllowOption } from '../../harness/wire/index.ts';
import type { Section } from '../../harness/suite/index.ts';
import type { Consent, Depth, Reach, Replay } from '../../harness/evidence/index.ts';
import { type Job, planRun, isInScope } from '../../harness/plan/index.ts';
import { suggestRequirement, WrongUsage } from '../shell/index.ts';
import { getItemId } from './statements.ts';

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
  if (replay !== undefined && planRun(suite, options).length === 0) {
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
