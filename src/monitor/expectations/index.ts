/** Decides which responses a call must, may and must not get, given everything that is known. */
import { isObject } from '../../contract/json-pointer.ts';
import type { OperationId } from '../../contract/operations.ts';
import type { StatedId } from '../../contract/requirements.ts';
import { expectAttach } from './attach-file.ts';
import { isCertain } from './book-grounds.ts';
import { expectDelete, expectRead, expectUnpublish } from './book-calls.ts';
import { expectCreate } from './create-book.ts';
import { isMust, may, must, refusalHabit, type Expectation, type Ground } from './grounds.ts';
import { expectList } from './list-books.ts';
import { expectLookUp, findHolders } from './look-up-book.ts';
import { expectPublish } from './publish-book.ts';
import { expectPut } from './put-file.ts';
import type { Question } from './question.ts';
import { expectUploads } from './request-uploads.ts';
import { expectUpdate } from './update-book.ts';
import { existence, getHabit } from '../world/index.ts';

export {
  accountRequirement,
  hidesDeletedBooks,
  isCertain,
  isForeign,
  isKnown,
  getKnownValue,
} from './book-grounds.ts';
export { isbnFormatMark, titleMark } from './create-book.ts';
export { judgeFileFitness } from './chapter-grounds.ts';
export { locateInWindow, countDaysUntil, classifyDate } from './dates.ts';
export { partMark, listCreateParts } from './refused-create.ts';
export { unknownUploadMark } from './request-uploads.ts';
export { isMust, refusalHabit, type Acceptance, type Expectation, type Ground } from './grounds.ts';
export { toIsbnDigits } from './isbn.ts';
export { findFileByUrl } from './put-file.ts';
export {
  externalIdMark,
  findForeignHolders,
  findHolders,
  leavesNothing,
  getSettledId,
} from './look-up-book.ts';
export { createQuestion, isDisturbed, readServiceTime, type Question } from './question.ts';
export { maxBooks, mustBeListed } from './listed-books.ts';

const byOperation: Readonly<Record<OperationId, (question: Question) => Expectation | undefined>> =
  {
    createBook: expectCreate,
    listBooks: expectList,
    readBook: expectRead,
    lookUpBook: expectLookUp,
    updateBook: expectUpdate,
    requestUploads: expectUploads,
    putFile: expectPut,
    attachFile: expectAttach,
    publishBook: expectPublish,
    unpublishBook: expectUnpublish,
    deleteBook: expectDelete,
  };

/** Returns what is expected of the response to a call; undefined if any response is possible. */
export function getExpectation(question: Question): Expectation | undefined {
  const expectation = byOperation[question.call.operation](question);
  if (expectation === undefined) return undefined;
  const { body } = question.call;
  const sentKeys = body.kind === 'json' && isObject(body.value) ? Object.keys(body.value) : [];
  const groundsByHabit = expectation.grounds.map((ground) => applyHabit(ground, question));
  const grounds = withKeyGrounds(question, groundsByHabit);
  return { ...expectation, sentKeys, refusedDeletes: findRefusedDeletes(question), grounds };
}

/** Turns a permitted refusal into a demanded one if this service is known to refuse such calls. */
function applyHabit(ground: Ground, { world }: Question): Ground {
  if (isMust(ground) || ground.consistency === undefined) return ground;
  if (getHabit(world, ground.consistency.kind) !== refusalHabit) return ground;
  return { must: ground.consistency.requirement, statuses: ground.statuses, names: [] };
}

/** Returns the requirements of deletes that were refused since the last read, which would explain a missing book. */
function findRefusedDeletes(question: Question): readonly StatedId[] {
  const [holder, ...otherHolders] = findHolders(question, question.call.externalId ?? '');
  const book = isCertain(question) ? question.book : holder;
  if (book === undefined || otherHolders.length > 0) return [];
  const deletes = book.claims.filter(({ field }) => field === existence);
  return [...new Set(deletes.map(({ requirement }) => requirement))];
}

const keyRequirements: readonly StatedId[] = ['auth.missing-key', 'auth.invalid-key'];

export function isAboutKey(ground: Ground): boolean {
  return isMust(ground) && keyRequirements.includes(ground.must);
}

/**
 * Adds the grounds of the key to the others. The service may give any of several reasons, but no reason permits a
 * 403 for a missing or wrong key.
 */
function withKeyGrounds(question: Question, otherGrounds: readonly Ground[]): readonly Ground[] {
  const grounds = keyGrounds(question);
  if (!grounds.some(isAboutKey)) return [...grounds, ...otherGrounds];
  const groundsWithout403 = otherGrounds.map((ground) => ({
    ...ground,
    statuses: ground.statuses.filter((status) => status !== 403),
  }));
  return [...grounds, ...groundsWithout403];
}

function keyGrounds({ world, exchange, call }: Question): readonly Ground[] {
  if (call.operation === 'putFile') return [];
  const { key, account } = exchange.request;
  if (key === 'none') return [must('auth.missing-key', [401])];
  if (key === 'wrong') return [must('auth.invalid-key', [401])];
  const isValid = key === 'own' || world.acceptedAccounts.has(account);
  return isValid ? [] : [may('auth.missing-vs-invalid', 401)];
}
