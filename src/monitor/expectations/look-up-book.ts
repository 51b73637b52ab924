/** GET by external id: whether a book must be found. */
import { allows, isCompleteHistory, onlyValue, type Book } from '../world/index.ts';
import { isForeign, outOfReach } from './account-grounds.ts';
import { anyRefusal, may, must, type Expectation, type Ground } from './grounds.ts';
import type { Question } from './question.ts';

export function expectLookUp(question: Question): Expectation {
  return {
    grounds: lookUpGrounds(question),
    otherRefusal: 'lookup.unknown-422',
    accepts: {
      statuses: [200],
      status: 'lookup.answers-200',
      refused: () => ['lookup.answers-200'],
    },
  };
}

function lookUpGrounds(question: Question): readonly Ground[] {
  const { call, world } = question;
  const { externalId = '' } = call;
  const open = may('consistency', 404, 409, 422);
  if (!isPlainId(externalId)) return [may('external.encoding', ...anyRefusal)];
  const holders = findHolders(question, externalId);
  if (holders.length === 0) {
    const foreign = findForeignHolders(question, externalId);
    if (foreign.length > 0) return foreignGrounds(foreign, question);
    const unknown = isCompleteHistory(world) && !isUsed(world, externalId);
    return unknown ? unknownGrounds(externalId, world) : [may('external.multiple', 422)];
  }
  const [only] = holders;
  const settled = only !== undefined && holders.length === 1 && getSettledId(only, question);
  return settled && settled.value === externalId ? [] : [open];
}

/** True for letters and digits of any script: percent-encoded UTF-8 is the only way to write them in a path. */
function isPlainId(externalId: string): boolean {
  return /^[\p{L}\p{M}\p{N}_.-]+$/u.test(externalId) && externalId.normalize('NFC') === externalId;
}

/** If the book of a create that was refused is found, the create is to blame. */
function unknownGrounds(externalId: string, { refused }: Question['world']): readonly Ground[] {
  const create = refused.get(externalId);
  const accepted = create && leavesNothing[create.because];
  return [
    must('lookup.unknown-422', [422]),
    must('lookup.unknown-names-parameter', [422], 'bookExternalId'),
  ].map((ground) => ({ ...ground, ...(accepted && { accepted }) }));
}

/** The requirement that a refused create leaves nothing behind, by the reason of the refusal. */
export const leavesNothing = {
  key: 'auth.no-effect',
  body: 'create.refused-leaves-nothing',
} as const;

/** True if a book may have had this external id. The document does not say whether case matters. */
function isUsed({ externalIds, used }: Question['world'], externalId: string): boolean {
  return externalIds.has(externalId) || used.has(externalIdMark(externalId));
}

/** The mark by which an external id that was used, or seen, is remembered. */
export function externalIdMark(externalId: string): string {
  return `external ${externalId.toLowerCase()}`;
}

/** Returns the books within reach of the caller that have the external id, or may have it. */
export function findHolders(question: Question, externalId: string): readonly Book[] {
  return findAllHolders(question, externalId).filter((book) => !isForeign(book, question));
}

/** Returns the books of other accounts that have the external id, or may have it. */
export function findForeignHolders(question: Question, externalId: string): readonly Book[] {
  return findAllHolders(question, externalId).filter((book) => isForeign(book, question));
}

/** The external id of another account's book finds nothing, or is refused. */
function foreignGrounds(foreign: readonly Book[], { world }: Question): readonly Ground[] {
  const certain = foreign.some(({ own, deleted, epoch }) => {
    return own && deleted === 'no' && epoch === world.epoch;
  });
  return [certain ? must('account.hides-books', outOfReach) : may('tenancy', ...outOfReach)];
}

function findAllHolders({ world }: Question, externalId: string): readonly Book[] {
  const ids = world.externalIds.get(externalId) ?? [];
  return ids.flatMap((id) => {
    const book = world.books.get(id);
    const now = book?.fields.externalId.now;
    return book && book.deleted !== 'yes' && now && allows(now, externalId, Object.is)
      ? [book]
      : [];
  });
}

/** Returns the external id that a book certainly has, and has had long enough to be found by it. */
export function getSettledId(
  book: Book,
  question: Question,
): { readonly value: unknown } | undefined {
  const { world, lagTime, exchange } = question;
  const { externalId: field } = book.fields;
  const since = Math.max(field.changedAt, book.changedAt);
  const settled =
    book.own &&
    book.epoch === world.epoch &&
    book.deleted === 'no' &&
    book.account === exchange.request.account &&
    lagTime - since > world.options.lag &&
    !question.disturbed;
  return settled ? onlyValue(field.now) : undefined;
}
