/** Prints the plan of a run, and checks that `--only` matches something. */
import { requirement, requirementIds, statedIds } from '../../contract/requirements.ts';
import { possibleSituations } from '../../monitor/index.ts';
import type { Report } from '../../report/record/index.ts';
import { formatAllowOption } from '../../harness/wire/index.ts';
import type { Section } from '../../harness/suite/index.ts';
import type { Consent, Depth, Reach, Replay } from '../../harness/evidence/index.ts';
import { type Job, planRun, isInScope } from '../../harness/plan/index.ts';
import { suggestRequirement, WrongUsage } from '../shell/index.ts';

export interface Planning {
  readonly seed: number;
  readonly only: string | undefined;
  readonly reach: Reach;
  readonly depth?: Depth;
  readonly allow: ReadonlySet<Consent>;
  readonly secondAccount?: boolean;
  readonly replay?: Replay | undefined;
  readonly last?: Pick<Report, 'requirements'> | undefined;
}

/** Throws WrongUsage when `--only` matches no id of the ledger, or none that is tested. */
export function assertSomethingToAsk(suite: readonly Section[], planning: Planning): void {
  const { only, replay } = planning;
  if (replay !== undefined && planRun(suite, planning).length === 0) {
    throw new WrongUsage(
      `The case of the --replay token is not in this version. Use --only ${replay.requirement}.`,
    );
  }
  if (only === undefined || replay !== undefined) return;
  const known = requirementIds.filter((id) => isInScope(only, id));
  if (known.length === 0) {
    throw new WrongUsage(
      `No requirement starts with "${only}".${suggestRequirement(only)} bookdist requirements lists them.`,
    );
  }
  if (planRun(suite, planning).length > 0) return;
  if (suite.some(({ items }) => items.some((item) => isInScope(only, idOf(item))))) return;
  const [reason] = known.flatMap((id) => requirement(id).untested ?? []);
  throw new WrongUsage(`No case tests ${only}${reason === undefined ? ' yet.' : `: ${reason}`}`);
}

function idOf(item: Section['items'][number]): string {
  return item.kind === 'check' ? item.requirement : item.silence;
}

/** Lists every case in the order of the run, under its requirement, with what it lacks. */
export function planListing(suite: readonly Section[], planning: Planning): string {
  const jobs = planRun(suite, planning);
  const lines: string[] = [];
  let heading: string | undefined;
  for (const job of jobs) {
    if (heading !== job.requirement) lines.push(`${job.requirement}  (${job.section})`);
    heading = job.requirement;
    lines.push(`    ${sentenceOf(job)}${lackOf(job, planning)}`);
  }
  lines.push('', ...situationListing(planning));
  lines.push('', `${jobs.length} cases, seed ${planning.seed}. No request was sent.`);
  return `${lines.join('\n')}\n`;
}

/** The situations of each requirement in scope, and how many of them the last run judged. */
function situationListing({ only, last }: Planning): string[] {
  const judged = new Map(last?.requirements.map(({ id, situations }) => [id, situations?.judged]));
  const rows = statedIds
    .filter((id) => isInScope(only, id))
    .map((id) => ({ id, possible: possibleSituations(id).size, judged: judged.get(id) }))
    .filter(({ possible }) => possible > 0);
  const total = rows.reduce((sum, { possible }) => sum + possible, 0);
  const words = last === undefined ? 'possible' : 'judged by the last run, out of those possible';
  return [
    `${total} situations ${words}`,
    ...rows.map(({ id, possible, judged: met }) => {
      const share = met === undefined ? `${possible}` : `${met} of ${possible}`;
      return `    ${id}  ${share}`;
    }),
  ];
}

function sentenceOf(job: Job): string {
  return job.kind === 'property' ? `${job.sentence}  (for generated values)` : job.sentence;
}

function lackOf(job: Job, { allow, reach, secondAccount }: Planning): string {
  if (reach === 'shape' && job.reach === 'behaviour') return '  [not run: --reach shape]';
  if (job.secondAccount && secondAccount !== true)
    return '  [not run: needs DISTRIBUTION_SECOND_KEY]';
  const lacking = job.needs.filter((consent) => !allow.has(consent));
  return lacking.length === 0 ? '' : `  [not run: needs ${formatAllowOption(allow, lacking)}]`;
}
