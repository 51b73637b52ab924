/** The order of a run: scenarios, waiting observations, cases and properties, in turn from each section; then other observations. */
import { createHash } from 'node:crypto';
import type { RequirementId } from '../../contract/requirements.ts';
import type { CaseBody, Check, Item, Observation, Property, Section } from '../suite/index.ts';
import { type Depth, depths, type Replay, hashSentence } from '../evidence/index.ts';

interface JobFields extends Pick<Check, 'reach' | 'needs' | 'secondAccount' | 'depth' | 'covers'> {
  readonly section: string;
  readonly requirement: RequirementId;
  readonly sentence: string;
  /** Depends only on the run's seed and the case, not on the order or on other cases. */
  readonly seed: number;
  /** The settings of an earlier run of the case that is repeated. */
  readonly replay?: Replay;
}

/** One case or observation that is ready to run. */
export type Job =
  | (JobFields & { readonly kind: 'case'; readonly ask: CaseBody })
  | (JobFields & { readonly kind: 'property'; readonly property: Property })
  | (JobFields & Pick<Observation, 'kind' | 'look' | 'waits'>);

interface PlanOptions {
  readonly seed: number;
  /** Selects the ids that start with this. */
  readonly only: string | undefined;
  /** Omits the cases of deeper runs; `usual` by default. */
  readonly depth?: Depth | undefined;
  /** Selects one case only, with the seed of the earlier run. */
  readonly replay?: Replay | undefined;
}

/** Lists every job of a suite in the order of the run. */
export function planRun(suite: readonly Section[], options: PlanOptions): Job[] {
  const jobsBySection = suite.map(({ title, items }) =>
    items.flatMap((item) => createJobs(item, title, options.seed)),
  );
  if (options.replay !== undefined) return selectReplay(jobsBySection.flat(), options.replay);
  const isWanted = createJobFilter(options, needsPassingAnswers(suite, options));
  const wantedBySection = jobsBySection.map((jobs) => jobs.filter(isWanted));
  const columns = wantedBySection.map((jobs) => jobs.filter((job) => !isScenario(job)));
  const interleaveMatching = (matches: (job: Job) => boolean): Job[] =>
    interleave(columns.map((jobs) => jobs.filter(matches)));
  // Cases that can drift run before observations, and different ones in turn, so that a drift shows early.
  return [
    ...depths.flatMap((depth) =>
      interleave(
        wantedBySection.map((jobs) => jobs.filter((job) => isScenario(job) && job.depth === depth)),
      ),
    ),
    ...interleaveMatching(mostlyWaits),
    ...interleaveMatching(({ kind }) => kind === 'case'),
    ...interleaveMatching(({ kind }) => kind === 'property'),
    ...interleaveMatching((job) => job.kind === 'observation' && !mostlyWaits(job)),
  ];
}

/** Returns the case of a replay; an empty list if this suite does not have it. */
function selectReplay(jobs: readonly Job[], replay: Replay): Job[] {
  return jobs
    .filter(
      ({ requirement, sentence }) =>
        requirement === replay.requirement && hashSentence(sentence) === replay.sentence,
    )
    .map((job) => ({ ...job, seed: replay.seed, replay }));
}

/** Returns true if an id starts with the prefix of `--only`. */
export function isInScope(only: string | undefined, id: string): boolean {
  return only === undefined || id.startsWith(only);
}

/** Returns whether a job gives evidence for many requirements. */
function isScenario({ covers }: Job): boolean {
  return covers.length > 0;
}

function mostlyWaits(job: Job): boolean {
  return job.kind === 'observation' && job.waits;
}

/** Returns true if `--only` selects a silence that no observation tests: other traffic must answer it. */
function needsPassingAnswers(suite: readonly Section[], { only }: PlanOptions): boolean {
  const items = suite.flatMap((section) => section.items);
  return (
    only !== undefined &&
    items.some((item) => item.kind === 'watch' && isInScope(only, item.silence))
  );
}

/** @param needsScenarios true if the run needs the traffic of the quick scenarios, even if they cover none of its requirements */
function createJobFilter({ only, depth = 'usual' }: PlanOptions, needsScenarios: boolean) {
  const overlapsScope = (prefix: string): boolean =>
    only === undefined || prefix.startsWith(only) || only.startsWith(prefix);
  return (job: Job): boolean =>
    depths.indexOf(job.depth) <= depths.indexOf(depth) &&
    (isInScope(only, job.requirement) ||
      job.covers.some(overlapsScope) ||
      (needsScenarios && isScenario(job) && job.depth === 'quick'));
}

function createJobs(item: Item, section: string, seed: number): Job[] {
  if (item.kind === 'watch') return [];
  const { reach, needs, secondAccount, depth } = item;
  const jobFields = { section, reach, needs, secondAccount, depth };
  if (item.kind === 'observation') {
    const { kind, silence: requirement, look, waits } = item;
    const sentence = 'observes what the document leaves open';
    const caseSeed = createSeed(seed, requirement, '');
    const fields = { ...jobFields, requirement, sentence, covers: [], seed: caseSeed };
    return [{ ...fields, kind, look, waits }];
  }
  const { requirement, covers } = item;
  return Object.entries(item.cases).map(([sentence, ask]) => {
    const caseSeed = createSeed(seed, requirement, sentence);
    const fields = { ...jobFields, requirement, sentence, covers, seed: caseSeed };
    return typeof ask === 'function'
      ? { ...fields, kind: 'case', ask }
      : { ...fields, kind: 'property', property: ask };
  });
}

function interleave(columns: readonly (readonly Job[])[]): Job[] {
  const depth = Math.max(0, ...columns.map((column) => column.length));
  return Array.from({ length: depth }, (_, row) =>
    columns.flatMap((column) => column[row] ?? []),
  ).flat();
}

function createSeed(seed: number, id: string, sentence: string): number {
  return createHash('sha256').update(`${seed} ${id} ${sentence}`).digest().readInt32BE(0);
}
