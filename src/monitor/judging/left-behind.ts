/** A create that was refused leaves nothing behind that a lookup or a list shows. */
import { leavesNothing } from '../expectations/index.ts';
import type { World } from '../world/index.ts';
import { drifts, formatValue, type Finding } from './verdicts.ts';

interface ShownBook {
  readonly attributes: Readonly<Record<string, unknown>>;
  /** JSON pointer to the book. */
  readonly pointer: string;
}

/**
 * Judges a book that no accepted create of this history made.
 * @param externalId the one it was looked up by; its own by default
 */
export function judgeLeftBehind(
  { attributes, pointer }: ShownBook,
  { refused }: Pick<World, 'refused'>,
  externalId = attributes['externalId'],
): readonly Finding[] {
  const create = typeof externalId === 'string' ? refused.get(externalId) : undefined;
  if (create === undefined || attributes['title'] !== create.title) return [];
  const expected = 'no book from a create that was refused';
  const actual = formatValue(attributes['title']);
  return [drifts(leavesNothing[create.because], { expected, actual, pointer })];
}
