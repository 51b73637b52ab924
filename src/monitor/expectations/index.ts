/** Decides how each call must, may and must not be answered, given everything known. */
import { isObject } from '../../contract/json-pointer.ts';
import type { OperationId } from '../../contract/operations.ts';
import type { StatedId } from '../../contract/requirements.ts';
import { expectAttach } from './attach-file.ts';
import { isCertain } from './book-grounds.ts';
import { expectDelete, expectRead, expectUnpublish } from './book-calls.ts';
import { expectCreate } from './create-book.ts';
import { isMust, refusing, type Expectation, type Ground } from './grounds.ts';
import { withKeyGrounds } from './key-grounds.ts';
import { expectList } from './list-books.ts';
import { expectLookUp, findHolders } from './look-up-book.ts';
import { expectPublish } from './publish-book.ts';
import { expectPut } from './put-file.ts';
import type { Question } from './question.ts';
import { expectUploads } from './request-uploads.ts';
import { expectUpdate } from './update-book.ts';
import { existence, getHabit } from '../world/index.ts';

export { accountRequirement, isForeign } from './account-grounds.ts';
export { findsNoDeleted, isCertain, isDraft, getKnownValue } from './book-grounds.ts';
export { isbnPlaceMark, titleMark } from './create-book.ts';
export { judgeFileFitness } from './chapter-grounds.ts';
export { windowPosition, daysUntil, kindOfDate } from './dates.ts';
export { partMark, partsOfCreate } from './refused-create.ts';
export { isMust, refusing, type Acceptance, type Expectation, type Ground } from './grounds.ts';
export { isAboutKey } from './key-grounds.ts';
export { isbnDigits } from './isbn.ts';
export { findFileByUrl } from './put-file.ts';
export {
  externalIdMark,
  findForeignHolders,
  findHolders,
  leavesNothing,
  getSettledId,
} from './look-up-book.ts';
export type { Question } from './question.ts';

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

/** The expectation for a call; undefined if nothing can be said about it. */
export function expectationFor(question: Question): Expectation | undefined {
  const expectation = byOperation[question.call.operation](question);
  if (expectation === undefined) return undefined;
  const { body } = question.call;
  const sent = body.kind === 'json' && isObject(body.value) ? Object.keys(body.value) : [];
  const settled = expectation.grounds.map((ground) => applyHabit(ground, question));
  const grounds = withKeyGrounds(question, settled);
  return { ...expectation, sent, removals: findRefusedDeletes(question), grounds };
}

/** A silence permits no acceptance of what this service is known to refuse. */
function applyHabit(ground: Ground, { world }: Question): Ground {
  if (isMust(ground) || ground.consistent === undefined) return ground;
  if (getHabit(world, ground.consistent.kind) !== refusing) return ground;
  return { must: ground.consistent.requirement, statuses: ground.statuses, names: [] };
}

/** Deletes that were refused since the last read, and would explain a book that is gone. */
function findRefusedDeletes(question: Question): readonly StatedId[] {
  const [found, ...others] = findHolders(question, question.call.externalId ?? '');
  const known = isCertain(question) ? question.book : found;
  if (known === undefined || others.length > 0) return [];
  const deletes = known.claims.filter(({ field }) => field === existence);
  return [...new Set(deletes.map(({ requirement }) => requirement))];
}
