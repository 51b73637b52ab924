/** Iterates over a list under random faults and with broken pages, for tests: it must return all books or throw. */
import { brokenPages } from './known-faults.ts';
import { createRandom } from '../random.ts';
import { requestFaults, deadlineMs, type RandomScenario } from './random-scenario.ts';
import { createScene } from './scene.ts';

export interface RandomWalk extends Pick<RandomScenario, 'seed' | 'service' | 'wrap'> {
  /** The ids of all books in the service. */
  readonly allIds: readonly string[];
}

/** Returns a violation if the iteration ended without an error, but did not return every book exactly once. */
export async function runRandomWalk({ seed, service, wrap, allIds }: RandomWalk) {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  const pageFaults = brokenPages.map(([, fault]) => fault);
  const faults = [...requestFaults, ...pageFaults];
  // At least half of the faults are broken pages. Most iterations have one or two faults.
  const plan = () => (random() < 0.2 ? pick(random() < 0.5 ? pageFaults : faults) : undefined);
  const { books } = createScene(service, plan, {
    random,
    deadlineMs,
    timeoutMs: 10_000,
    wrap,
  });
  const perPage = 4 + Math.floor(random() * 8);
  const ids: string[] = [];
  try {
    for await (const { id } of books.list({ perPage })) ids.push(id);
  } catch {
    return [];
  }
  const missingCount = allIds.filter((id) => !ids.includes(id)).length;
  const duplicateCount = ids.length - new Set(ids).size;
  if (missingCount === 0 && duplicateCount === 0) return [];
  return [
    `walk of seed ${seed}: ${missingCount} books are missing and ${duplicateCount} were returned twice, without an error`,
  ];
}
