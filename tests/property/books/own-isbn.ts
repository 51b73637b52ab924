/** Valid ISBNs that only this run uses, in case a service takes each of them once. */
import type { Stage } from '../../../src/harness/stage/index.ts';

/** A valid number that no other book of any run carries. */
export function ownIsbn(t: Stage): string {
  return t.make.body('print').isbn ?? '';
}

/** Valid numbers of this run, one for each last digit: neighbours in number differ in it. */
export function ownIsbnPerLastDigit(t: Stage): readonly string[] {
  const numbers = Array.from({ length: 20 }, () => ownIsbn(t));
  return [...new Map(numbers.map((isbn) => [isbn.at(-1), isbn])).values()];
}
