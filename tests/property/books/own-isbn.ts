/** Valid ISBNs that only this run uses, in case a service accepts each of them once. */
import type { Stage } from '../../../src/harness/stage/index.ts';

/** Returns a valid number that no other book of any run has. */
export function ownIsbn(t: Stage): string {
  return t.make.body('print').isbn ?? '';
}

/** Valid numbers of this run, one for each check digit. */
export function ownIsbnPerLastDigit(t: Stage): readonly string[] {
  const numbers = Array.from({ length: 20 }, () => ownIsbn(t));
  return [...new Map(numbers.map((isbn) => [isbn.at(-1), isbn])).values()];
}
