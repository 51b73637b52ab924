/** POST /books: creates a draft without files that is not a final version. */
import type { Book, Fields } from '../book/index.ts';
import { type FieldsToStore, refuseTaken, rowOf, prepareFields } from '../changes/index.ts';
import {
  audioDetailsConcerns,
  fieldConcerns,
  isbnTakenConcerns,
  misplacedConcerns,
  narratorConcerns,
  printIsbnConcerns,
  settleNulls,
  sortUnlisted,
  withoutMisplaced,
} from '../concerns/index.ts';
import type { Call, Operate, SandboxParts } from '../parts/index.ts';
import { type Concern, open, refuseFor, stated } from '../readings/index.ts';
import { sentTo } from '../shapes/index.ts';

const bound = { isbn: 'isbn.valid-on-create', date: 'date.valid-on-create' } as const;

export const createBook: Operate = async (call, parts) => {
  const unlisted = sortUnlisted(call, parts);
  const { body, concerns } = settleNulls(
    sentTo('createBook', call),
    call.operation,
    parts.readings,
  );
  const final = unlisted.accepted.includes('isFinalVersion') && body.isFinalVersion === true;
  const taken = { ...prepareFields(body, parts), isFinalVersion: final };
  const [sequence = 0] = await parts.store.takeSequences(1);
  const wanted = { ...newBook(taken, call, parts), sequence };
  const book = { ...withoutMisplaced(wanted, parts.readings), ...extraOf(unlisted.extra) };
  refuseFor([
    ...unlisted.concerns,
    ...concerns,
    ...fieldConcerns(body, bound, parts),
    ...pastConcerns(book, call, parts),
    ...misplacedConcerns(wanted, parts),
    ...narratorConcerns(book, 'create', parts),
    ...printIsbnConcerns(book, 'create', parts),
    ...audioDetailsConcerns(book, 'create', parts),
    ...(await isbnTakenConcerns(book, parts)),
    ...(await repeatedConcerns(taken, call, parts)),
  ]);
  if ((await parts.store.insertBook(rowOf(book, parts))) === 'taken') refuseTaken(parts);
  return parts.present.created(book, parts.present.book(book, call.account));
};

const unsaid = { externalId: null, subtitle: null, isbn: null, keyword: [], audioDetails: null };

function newBook(
  taken: FieldsToStore,
  { account, now }: Call,
  { newId }: SandboxParts,
): Omit<Book, 'sequence'> {
  return {
    ...unsaid,
    ...whole(taken),
    id: newId(),
    account: account.id,
    version: 1,
    createdAt: now,
    updatedAt: now,
    status: 'draft',
    files: [],
    chapters: taken.format === 'audio' ? [] : null,
  };
}

/** The schema check has made sure that every required field is there. */
function whole(taken: FieldsToStore): Omit<Fields, keyof typeof unsaid> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- see above
  return taken as Fields;
}

/** Returns a concern if the same create was sent before and the reading allows no second book. */
async function repeatedConcerns(
  taken: FieldsToStore,
  { account }: Call,
  { readings, store }: SandboxParts,
): Promise<readonly Concern[]> {
  if (readings.idempotency === 'second-book') return [];
  const before = (await store.booksByTitle(account.id, taken.title ?? '')).find(
    (book) =>
      book.account === account.id &&
      book.deletedAt === undefined &&
      JSON.stringify({ ...book, ...taken }) === JSON.stringify(book),
  );
  if (before === undefined) return [];
  return stated('idempotency', 'This book was created before.', { status: 409 });
}

function extraOf(extra: Readonly<Record<string, unknown>>): Pick<Book, 'extra'> {
  return Object.keys(extra).length > 0 ? { extra } : {};
}

function pastConcerns(
  book: Book,
  { now }: Call,
  { rules, readings }: SandboxParts,
): readonly Concern[] {
  if (book.publicationDate >= rules.today(now)) return [];
  const reason = 'The day of publication is over.';
  return open(readings, 'create.past-date', { name: 'publicationDate', reason });
}
