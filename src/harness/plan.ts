/** In which order a suite is asked: literal cases breadth-first over its sections, then properties. */
import { createHash } from 'node:crypto';
import type { RequirementId } from '../contract/requirements.ts';
import type { Ask, Item, Observation, Property, Section } from './check.ts';
import type { Consent, Reach } from './target.ts';

interface Planned {
  readonly section: string;
  readonly requirement: RequirementId;
  readonly sentence: string;
  readonly reach: Reach;
  readonly needs: readonly Consent[];
  /** Follows from the run's seed and the case alone, so that order and company change nothing. */
  readonly seed: number;
}

/** One case or observation, ready to be asked. */
export type Job =
  | (Planned & { readonly kind: 'case'; readonly ask: Ask })
  | (Planned & { readonly kind: 'property'; readonly property: Property })
  | (Planned & { readonly kind: 'observation'; readonly look: Observation['look'] });

/** What a run is to cover. */
export interface PlanOptions {
  readonly seed: number;
  /** Only ids that begin with this. */
  readonly only: string | undefined;
}

/** Lists every job of a suite in the order of asking. */
export function planOf(suite: readonly Section[], options: PlanOptions): Job[] {
  const columns = suite.map(({ title, items }) =>
    items.flatMap((item) => jobsOf(item, title, options.seed)).filter(wanted(options.only)),
  );
  const literal = columns.map((jobs) => jobs.filter(({ kind }) => kind !== 'property'));
  const generated = columns.map((jobs) => jobs.filter(({ kind }) => kind === 'property'));
  return [...breadthFirst(literal), ...breadthFirst(generated)];
}

/** Whether an id is within `--only`: the whole id, or a prefix that ends at one of its parts. */
export function within(only: string | undefined, id: string): boolean {
  return only === undefined || id.startsWith(only);
}

function wanted(only: string | undefined) {
  return (job: Job): boolean => within(only, job.requirement);
}

function jobsOf(item: Item, section: string, seed: number): Job[] {
  if (item.kind === 'watch') return [];
  const { reach, needs } = item;
  if (item.kind === 'observation') {
    const sentence = 'observes what the document leaves open';
    const at = { section, requirement: item.silence, sentence, reach, needs };
    return [{ ...at, kind: 'observation', look: item.look, seed: seedOf(seed, item.silence, '') }];
  }
  return Object.entries(item.cases).map(([sentence, ask]) => {
    const at = { section, requirement: item.requirement, sentence, reach, needs };
    const own = seedOf(seed, item.requirement, sentence);
    return typeof ask === 'function'
      ? { ...at, kind: 'case', ask, seed: own }
      : { ...at, kind: 'property', property: ask, seed: own };
  });
}

function breadthFirst(columns: readonly (readonly Job[])[]): Job[] {
  const depth = Math.max(0, ...columns.map((column) => column.length));
  return Array.from({ length: depth }, (_, row) =>
    columns.flatMap((column) => column[row] ?? []),
  ).flat();
}

function seedOf(seed: number, id: string, sentence: string): number {
  return createHash('sha256').update(`${seed} ${id} ${sentence}`).digest().readInt32BE(0);
}
