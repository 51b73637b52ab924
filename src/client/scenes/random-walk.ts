/** Iterates over a list with random faults and broken pages, for tests: the result is all books, or an error. */
import { brokenPages } from './known-faults.ts';
import { anyFault, createRandom, type RandomScenario } from './random-scenario.ts';
import { createScene } from './scene.ts';

export interface RandomWalk extends Pick<RandomScenario, 'seed' | 'service' | 'wrap'> {
  /** The ids of all books that the service has. */
  readonly all: readonly string[];
}

/** Returns a violation if the iteration ended without an error but not with every book exactly once. */
export async function runRandomWalk({
  seed,
  service,
  wrap,
  all,
}: RandomWalk): Promise<readonly string[]> {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  const faults = [...anyFault, ...brokenPages.map(([, fault]) => fault)];
  // Half of the faults are broken pages, and most iterations have one fault or two.
  const pageFaults = brokenPages.map(([, fault]) => fault);
  const plan = () => (random() < 0.2 ? pick(random() < 0.5 ? pageFaults : faults) : undefined);
  const { books } = createScene(service, plan, {
    random,
    deadlineMs: 100_000,
    timeoutMs: 10_000,
    wrap,
  });
  const perPage = 4 + Math.floor(random() * 8);
  const seen: string[] = [];
  try {
    for await (const { id } of books.list({ perPage })) seen.push(id);
  } catch {
    return [];
  }
  const missing = all.filter((id) => !seen.includes(id)).length;
  const twice = seen.length - new Set(seen).size;
  if (missing === 0 && twice === 0) return [];
  return [
    `walk of seed ${seed}: ${missing} books are missing and ${twice} were returned twice, without an error`,
  ];
}
