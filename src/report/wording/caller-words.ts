/** Describes a mistake of a caller in one line. */
import type { CallerRuleRow } from '../record/index.ts';
import { plain } from './text.ts';

/** Returns the call that broke a rule, with what was expected of it. */
export function describeCall({
  exchange,
  expected,
  actual,
}: CallerRuleRow['findings'][number]): string {
  return `call ${exchange}: ${plain(actual)}; expected ${plain(expected)}`;
}
