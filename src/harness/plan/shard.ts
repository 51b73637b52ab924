/** Divides the work of a run among several runs. */
import { createHash } from 'node:crypto';

/** The index of this shard, counted from 1, and the number of shards. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

interface Asked {
  readonly requirement: string;
  readonly kind: string;
}

/** A property tests many values, a case only one. */
const weights: Readonly<Record<string, number>> = { property: 8, observation: 2 };

/**
 * Returns the jobs of one shard. All cases of a requirement stay together, and heavy requirements are
 * assigned first, so that the shards are even. The seed decides the rest.
 */
export function dealt<Job extends Asked>(
  jobs: readonly Job[],
  seed: number,
  shard: Shard | undefined,
): Job[] {
  if (shard === undefined) return [...jobs];
  const hands = handsOf(jobs, seed, shard.of);
  return jobs.filter(({ requirement }) => hands.get(requirement) === shard.index);
}

function handsOf(jobs: readonly Asked[], seed: number, of: number): Map<string, number> {
  const loads = new Map<string, number>();
  for (const { requirement, kind } of jobs) {
    loads.set(requirement, (loads.get(requirement) ?? 0) + (weights[kind] ?? 1));
  }
  const order = [...loads]
    .map(([requirement, load]) => ({ requirement, load, lot: lotOf(seed, requirement) }))
    .sort((a, b) => b.load - a.load || (a.lot < b.lot ? -1 : 1));
  const hands = new Map<string, number>();
  const held = Array.from({ length: of }, () => 0);
  for (const { requirement, load } of order) {
    const lightest = held.indexOf(Math.min(...held));
    held[lightest] = (held[lightest] ?? 0) + load;
    hands.set(requirement, lightest + 1);
  }
  return hands;
}

function lotOf(seed: number, requirement: string): string {
  return createHash('sha256').update(`${seed} ${requirement}`).digest('hex');
}
