/** The order of a run: scenarios, waiting cases, cases in turn from each section, properties, observations. */
import { createHash } from 'node:crypto';
import type { RequirementId } from '../../contract/requirements.ts';
import type { CaseBody, Item, Observation, Property, Section } from '../suite/index.ts';
import {
  type Consent,
  type Depth,
  depths,
  type Reach,
  type Replay,
  sentenceMark,
} from '../evidence/index.ts';

interface Planned {
  readonly section: string;
  readonly requirement: RequirementId;
  readonly sentence: string;
  readonly reach: Reach;
  readonly needs: readonly Consent[];
  readonly secondAccount: boolean;
  /** Depends only on the run's seed and the case, so that order and other cases change nothing. */
  readonly seed: number;
  /** Prefixes of the ids it also gives evidence for; empty unless it is a scenario. */
  readonly covers: readonly string[];
  readonly depth: Depth;
  /** The path in its values to start from, when it is repeated. */
  readonly replay?: Replay;
}

/** One case or observation that is ready to run. */
export type Job =
  | (Planned & { readonly kind: 'case'; readonly ask: CaseBody })
  | (Planned & { readonly kind: 'property'; readonly property: Property })
  | (Planned & {
      readonly kind: 'observation';
      readonly look: Observation['look'];
      readonly waits: boolean;
    });

/** The coverage of a run. */
interface PlanOptions {
  readonly seed: number;
  /** Only ids that start with this. */
  readonly only: string | undefined;
  /** Omits what only a deeper run covers; `usual` by default. */
  readonly depth?: Depth | undefined;
  /** Only one case, with its own seed. */
  readonly replay?: Replay | undefined;
}

/** Lists every job of a suite in the order of the run. */
export function planRun(suite: readonly Section[], options: PlanOptions): Job[] {
  const all = suite.map(({ title, items }) =>
    items.flatMap((item) => createJobs(item, title, options.seed)),
  );
  if (options.replay !== undefined) return selectReplay(all.flat(), options.replay);
  const isWanted = createJobFilter(options, needsPassingAnswers(suite, options));
  const wanted = all.map((jobs) => jobs.filter(isWanted));
  const columns = wanted.map((jobs) => jobs.filter((job) => !isScenario(job)));
  const inTurn = (matches: (job: Job) => boolean): Job[] =>
    interleave(columns.map((jobs) => jobs.filter(matches)));
  // Cases that can drift run before observations, so that a drift shows early.
  return [
    ...depths.flatMap((depth) =>
      wanted.flat().filter((job) => isScenario(job) && job.depth === depth),
    ),
    ...inTurn(mostlyWaits),
    ...inTurn(({ kind }) => kind === 'case'),
    ...inTurn(({ kind }) => kind === 'property'),
    ...inTurn((job) => job.kind === 'observation' && !mostlyWaits(job)),
  ];
}

/** Returns the case of a replay, or undefined if this suite does not have it. */
function selectReplay(jobs: readonly Job[], replay: Replay): Job[] {
  return jobs
    .filter(
      ({ requirement, sentence }) =>
        requirement === replay.requirement && sentenceMark(sentence) === replay.sentence,
    )
    .map((job) => ({ ...job, seed: replay.seed, replay }));
}

/** Returns whether an id is within `--only`: the whole id, or a prefix that ends at one of its parts. */
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

/** True if a run is limited to silences, some of which are only answered in passing. */
function needsPassingAnswers(suite: readonly Section[], { only }: PlanOptions): boolean {
  const items = suite.flatMap((section) => section.items);
  return (
    only !== undefined &&
    items.some((item) => item.kind === 'watch' && isInScope(only, item.silence))
  );
}

/** @param needsScenarios true if the run needs the traffic of the opening scenarios, even if they cover no requirement of it */
function createJobFilter({ only, depth = 'usual' }: PlanOptions, needsScenarios: boolean) {
  const covered = (prefix: string): boolean =>
    only === undefined || prefix.startsWith(only) || only.startsWith(prefix);
  return (job: Job): boolean =>
    depths.indexOf(job.depth) <= depths.indexOf(depth) &&
    (isInScope(only, job.requirement) ||
      job.covers.some(covered) ||
      (needsScenarios && isScenario(job) && job.depth === 'quick'));
}

function createJobs(item: Item, section: string, seed: number): Job[] {
  if (item.kind === 'watch') return [];
  const { reach, needs, secondAccount } = item;
  const common = { section, reach, needs, secondAccount };
  if (item.kind === 'observation') {
    const sentence = 'observes what the document leaves open';
    const at = { ...common, requirement: item.silence, sentence, covers: [], depth: item.depth };
    const { look, waits } = item;
    return [{ ...at, kind: 'observation', look, waits, seed: createSeed(seed, item.silence, '') }];
  }
  return Object.entries(item.cases).map(([sentence, ask]) => {
    const { covers, depth } = item;
    const at = { ...common, requirement: item.requirement, sentence, covers, depth };
    const own = createSeed(seed, item.requirement, sentence);
    return typeof ask === 'function'
      ? { ...at, kind: 'case', ask, seed: own }
      : { ...at, kind: 'property', property: ask, seed: own };
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
