/** Valid ISBNs that only this run uses, in case a service accepts each ISBN only once. */
import type { Stage } from '../../../src/harness/stage/index.ts';

/** Returns a valid ISBN that no other book of any run has. */
export function createUniqueIsbn(t: Stage): string {
  return t.make.body('print').isbn ?? '';
}

/** Returns two such ISBNs for each of these check digits. */
export function createUniqueIsbnPairs(
  t: Stage,
  digits: readonly string[],
): readonly [string, string][] {
  const isbns = Array.from({ length: 80 }, () => createUniqueIsbn(t));
  return digits.flatMap((digit): [string, string][] => {
    const [first, second] = isbns.filter((isbn) => isbn.endsWith(digit));
    return first === undefined || second === undefined ? [] : [[first, second]];
  });
}
