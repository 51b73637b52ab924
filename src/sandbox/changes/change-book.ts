/** Finds books, and changes them without losing concurrent changes. */
import { createHash } from 'node:crypto';
import type { RequirementId } from '../../contract/requirements.ts';
import type { Book } from '../book/index.ts';
import type { Call, SandboxParts } from '../parts/index.ts';
import { Refusal, notFound, readingConcern, refuseIfAny } from '../readings/index.ts';
import type { ExternalIdRule, Row } from '../store/index.ts';

/**
 * Returns the book that a call names.
 * @param requirement the id that the refusal of an unknown book names
 */
export async function findBook(
  call: Call,
  parts: SandboxParts,
  requirement: RequirementId,
): Promise<Book> {
  const book = await parts.store.readBook(call.bookId);
  const isOwn = book !== undefined && book.account === call.account.id;
  if (isOwn && book.deletedAt === undefined) return book;
  if (book !== undefined && !isOwn && parts.readings.tenancy === '403') {
    throw notFound('tenancy', 'This book belongs to another account.', 403);
  }
  throw notFound(requirement, 'Book not found.');
}

/**
 * Reads a book, computes its next state with `decide`, and writes it only over the version that it
 * is based on. Retries if another change was faster.
 * @param decide returns the same record to leave the book unchanged
 * @returns the book as it is now stored
 */
export async function changeBook(
  find: () => Promise<Book>,
  decide: (book: Book) => Book | Promise<Book>,
  { call, parts }: { readonly call: Pick<Call, 'now'>; readonly parts: SandboxParts },
): Promise<Book> {
  for (;;) {
    const book = await find();
    const changed = await decide(book);
    if (changed === book) return book;
    const next = { ...changed, version: book.version + 1, updatedAt: call.now };
    const outcome = await parts.store.replaceBook(toRow(next, parts));
    if (outcome === 'taken') refuseDuplicateExternalId(parts);
    if (outcome === 'written') return next;
  }
}

/** Refuses an external id that another book of the account has. */
export function refuseDuplicateExternalId({ readings }: SandboxParts): never {
  const reason = 'Another book of this account has this external id.';
  refuseIfAny(
    readingConcern(readings, 'create.duplicate-external-id', { name: 'externalId', reason }),
  );
  throw new Error('An external id was claimed although the reading lets books share one.');
}

/** Returns the row of a book under the readings. */
export function toRow(book: Book, { present, readings }: SandboxParts): Row {
  const deleted = book.deletedAt !== undefined;
  const rule = getExternalIdRule(readings);
  return {
    book,
    item: JSON.stringify(present.item(book)),
    readingsHash: hashReadings(readings),
    externalId: {
      ...rule,
      unique:
        readings['create.duplicate-external-id'] !== 'accepted' && (!deleted || rule.keptByDeleted),
    },
    listed: !deleted || readings['delete.effect'] === 'tombstone',
  };
}

/** Returns how external ids are compared. */
export function getExternalIdRule(readings: SandboxParts['readings']): ExternalIdRule {
  return {
    folded: readings['external.case'] === 'insensitive',
    keptByDeleted: readings['external.deleted'] === 'taken',
  };
}

const hashes = new WeakMap<SandboxParts['readings'], string>();

/** Returns a hash of the readings, which decide how list items are written. */
export function hashReadings(readings: SandboxParts['readings']): string {
  const cached = hashes.get(readings);
  if (cached !== undefined) return cached;
  const form = createHash('sha256').update(JSON.stringify(readings)).digest('hex').slice(0, 12);
  hashes.set(readings, form);
  return form;
}

/**
 * Ends the review of a book.
 * @param at with `dueBy`, only if the review is still due; another call may have ended it
 */
export async function endReview(
  bookId: string,
  status: (book: Book) => string,
  at: { readonly now: number; readonly parts: SandboxParts; readonly dueBy?: number },
): Promise<void> {
  const find = async () => {
    const book = await at.parts.store.readBook(bookId);
    if (book === undefined)
      throw new Refusal(notFound('read.unknown-404', 'Book not found.').parts);
    return book;
  };
  const decide = (found: Book) => {
    const { reviewedAt, ...book } = found;
    if (at.dueBy !== undefined && (reviewedAt ?? Infinity) > at.dueBy) return found;
    return { ...book, status: status(book) };
  };
  await changeBook(find, decide, { call: { now: at.now }, parts: at.parts });
}
