/** Narrowed faults by name, and samples of them drawn by seed. */
import { faults } from '../index.ts';
import type { Fault } from '../fault.ts';
import { narrow } from './narrow.ts';
import { operators } from './operators.ts';
import { createRandom } from './random.ts';

/**
 * Returns the fault with this name, narrowed by each operator after an `@`.
 * @returns undefined when the fault or an operator does not exist
 */
export function findFault(name: string): Fault | undefined {
  const [base, ...narrowings] = name.split('@');
  const found = faults.find((fault) => fault.name === base);
  return narrowings.reduce<Fault | undefined>((fault, one) => {
    const operator = operators.find((known) => known.name === one);
    return fault === undefined || operator === undefined ? undefined : narrow(fault, operator);
  }, found);
}

/** Names of all faults narrowed by one operator, in an order that depends on the seed alone. */
export function shuffleNarrowedFaults(seed: number): readonly string[] {
  const names = faults
    .filter(({ breaks }) => breaks.length > 0)
    .flatMap((fault) => operators.map((operator) => `${fault.name}@${operator.name}`));
  return shuffle(names, seed);
}

/** Returns a list in an order that depends on the seed alone. */
export function shuffle<T>(list: readonly T[], seed: number): readonly T[] {
  const random = createRandom(seed);
  return list
    .map((item) => ({ item, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
