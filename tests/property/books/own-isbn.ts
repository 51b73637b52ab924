/** Valid ISBNs that only this run uses, in case a service accepts each of them once. */
import type { Stage } from '../../../src/harness/stage/index.ts';

/** Returns a valid number that no other book of any run has. */
export function createUniqueIsbn(t: Stage): string {
  return t.make.body('print').isbn ?? '';
}

/** Two valid numbers of this run for each of some check digits. */
export function createUniqueIsbnPairs(
  t: Stage,
  digits: readonly string[],
): readonly [string, string][] {
  const numbers = Array.from({ length: 80 }, () => createUniqueIsbn(t));
  return digits.flatMap((digit): [string, string][] => {
    const [one, other] = numbers.filter((isbn) => isbn.endsWith(digit));
    return one === undefined || other === undefined ? [] : [[one, other]];
  });
}
