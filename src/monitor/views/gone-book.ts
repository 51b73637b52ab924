/** Judges responses that show a book that must not exist: it was deleted, or its create was refused. */
import type { JsonObject } from '../../contract/json-pointer.ts';
import {
  hasCreateInFlight,
  hidesDeletedBooks,
  isDisturbed,
  leavesNothing,
  type Question,
} from '../grounds/index.ts';
import { drifts, formatValue, type Judgement } from './verdicts.ts';

/** Returns whether lookups and lists must no longer show a book, because it was deleted. */
function isGone(id: string, question: Question): boolean {
  const { world, exchange, lagTime } = question;
  const book = world.books.get(id);
  const isDeleted = book?.isOwn === true && book.epoch === world.epoch && book.deleted === 'yes';
  if (!isDeleted || book.account !== exchange.request.account) return false;
  if (!hidesDeletedBooks(world) || isDisturbed(book, question)) return false;
  return lagTime - book.changedAt > world.options.lag;
}

/**
 * Returns a drift if the response must no longer show the book.
 * @param pointer JSON pointer to the id of the book
 */
export function judgeGone(id: string, pointer: string, question: Question): readonly Judgement[] {
  if (!isGone(id, question)) return [];
  const isLookUp = question.call.operation === 'lookUpBook';
  const expected = isLookUp ? '422, because the book was deleted' : 'no book that was deleted';
  const difference = { expected, actual: `the book ${id}`, pointer };
  return [drifts(isLookUp ? 'lookup.unknown-422' : 'delete.deletes', difference)];
}

interface ShownBook {
  readonly attributes: JsonObject;
  /** JSON pointer to the book. */
  readonly pointer: string;
}

/**
 * Judges a book that no accepted create of this history created. A create in flight may have created it.
 * @param externalId the external id of the lookup; that of the book by default
 */
export function judgeLeftBehind(
  { attributes, pointer }: ShownBook,
  question: Question,
  externalId = attributes['externalId'],
): readonly Judgement[] {
  if (hasCreateInFlight(question)) return [];
  const { refusedCreates } = question.world;
  const create = typeof externalId === 'string' ? refusedCreates.get(externalId) : undefined;
  if (create === undefined || attributes['title'] !== create.title) return [];
  const expected = 'no book from a create that was refused';
  const actual = formatValue(attributes['title']);
  return [drifts(leavesNothing[create.reason], { expected, actual, pointer })];
}
