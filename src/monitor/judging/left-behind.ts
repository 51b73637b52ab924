/** Judges whether a book in a lookup or a list comes from a create that was refused. */
import type { JsonObject } from '../../contract/json-pointer.ts';
import { leavesNothing } from '../expectations/index.ts';
import type { World } from '../world/index.ts';
import { drifts, formatValue, type Judgement } from './verdicts.ts';

interface ShownBook {
  readonly attributes: JsonObject;
  /** JSON pointer to the book. */
  readonly pointer: string;
}

/**
 * Judges a book that no accepted create of this history created.
 * @param externalId the external id of the lookup; that of the book by default
 */
export function judgeLeftBehind(
  { attributes, pointer }: ShownBook,
  { refusedCreates }: Pick<World, 'refusedCreates'>,
  externalId = attributes['externalId'],
): readonly Judgement[] {
  const create = typeof externalId === 'string' ? refusedCreates.get(externalId) : undefined;
  if (create === undefined || attributes['title'] !== create.title) return [];
  const expected = 'no book from a create that was refused';
  const actual = formatValue(attributes['title']);
  return [drifts(leavesNothing[create.reason], { expected, actual, pointer })];
}
