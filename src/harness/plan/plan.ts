/** The order of a run: scenarios, waiting observations, cases in turn from each section, properties, other observations. */
import { createHash } from 'node:crypto';
import type { RequirementId } from '../../contract/requirements.ts';
import type { CaseBody, Item, Observation, Property, Section } from '../suite/index.ts';
import {
  type Consent,
  type Depth,
  depths,
  type Reach,
  type Replay,
  hashSentence,
} from '../evidence/index.ts';

interface JobFields {
  readonly section: string;
  readonly requirement: RequirementId;
  readonly sentence: string;
  readonly reach: Reach;
  readonly needs: readonly Consent[];
  readonly secondAccount: boolean;
  /** Depends only on the run's seed and the case, not on the order or on other cases. */
  readonly seed: number;
  /** Prefixes of the other ids for which it gives evidence; empty unless it is a scenario. */
  readonly covers: readonly string[];
  readonly depth: Depth;
  /** The settings of an earlier run of the case that is repeated. */
  readonly replay?: Replay;
}

/** One case or observation that is ready to run. */
export type Job =
  | (JobFields & { readonly kind: 'case'; readonly ask: CaseBody })
  | (JobFields & { readonly kind: 'property'; readonly property: Property })
  | (JobFields & {
      readonly kind: 'observation';
      readonly look: Observation['look'];
      readonly waits: boolean;
    });

/** The settings that select the cases of a run. */
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
  // Cases that can drift run before observations, so that a drift shows early.
  return [
    ...depths.flatMap((depth) =>
      wantedBySection.flat().filter((job) => isScenario(job) && job.depth === depth),
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
  const { reach, needs, secondAccount } = item;
  const itemFields = { section, reach, needs, secondAccount };
  if (item.kind === 'observation') {
    const sentence = 'observes what the document leaves open';
    const jobFields = {
      ...itemFields,
      requirement: item.silence,
      sentence,
      covers: [],
      depth: item.depth,
    };
    const { look, waits } = item;
    return [
      { ...jobFields, kind: 'observation', look, waits, seed: createSeed(seed, item.silence, '') },
    ];
  }
  return Object.entries(item.cases).map(([sentence, ask]) => {
    const { covers, depth } = item;
    const jobFields = { ...itemFields, requirement: item.requirement, sentence, covers, depth };
    const caseSeed = createSeed(seed, item.requirement, sentence);
    return typeof ask === 'function'
      ? { ...jobFields, kind: 'case', ask, seed: caseSeed }
      : { ...jobFields, kind: 'property', property: ask, seed: caseSeed };
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
