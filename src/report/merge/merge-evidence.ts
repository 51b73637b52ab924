/** Joins the evidence that several shards have for one requirement. */
import type { EvidenceRow, RequirementRow } from '../record/index.ts';

/** Adds up what the shards judged. */
export function mergeEvidence(rows: readonly RequirementRow[]): EvidenceRow | undefined {
  const all = rows.flatMap(({ evidence }) => evidence ?? []);
  if (all.length === 0) return undefined;
  const values = new Map<string, Set<string>>();
  for (const [name, some] of all.flatMap((one) => Object.entries(one.values))) {
    values.set(name, new Set([...(values.get(name) ?? []), ...some]));
  }
  return {
    exchanges: all.reduce((sum, { exchanges }) => sum + exchanges, 0),
    drifted: all.reduce((sum, { drifted }) => sum + drifted, 0),
    values: Object.fromEntries([...values].map(([name, some]) => [name, [...some]])),
  };
}

/** A situation is missed if no shard judged it. */
export function mergeSituations(rows: readonly RequirementRow[]): RequirementRow['situations'] {
  const [first, ...others] = rows.flatMap(({ situations }) => situations ?? []);
  if (first === undefined) return undefined;
  const missed = first.missed.filter((one) => others.every((other) => other.missed.includes(one)));
  return { judged: first.possible - missed.length, possible: first.possible, missed };
}
