/** DELETE of a book, unless its status forbids it. */
import { changeBook, findBook } from '../change-book.ts';
import type { Book } from '../book.ts';
import type { Call, Operate, SandboxParts } from '../parts.ts';
import { open, Refusal, refuseFor } from '../refusal.ts';

export const deleteBook: Operate = async (call, parts) => {
  if (await deletedBefore(call, parts)) {
    refuseFor(open(parts.readings, 'delete.twice', { reason: 'The book was deleted before.' }));
    return parts.present.deleted();
  }
  const find = () => findBook(call, parts, 'delete.unknown-404');
  const { files } = await changeBook(find, (book) => deleted(book, call, parts), { call, parts });
  await Promise.all(files.map(({ id }) => parts.bytes.remove(id)));
  return parts.present.deleted();
};

async function deletedBefore(call: Call, { readings, store }: SandboxParts): Promise<boolean> {
  if (readings['delete.twice'] === '404') return false;
  const book = await store.readBook(call.bookId);
  return book?.deletedAt !== undefined && book.account === call.account.id;
}

function deleted(book: Book, call: Call, { readings, rules }: SandboxParts): Book {
  if (!rules.deletable(book.status)) throw notDeletable(book, readings['delete.invalid-params']);
  const { reviewedAt: _over, ...settled } = book;
  const status = { gone: book.status, tombstone: 'withdrawn' }[readings['delete.effect']];
  return { ...settled, status, deletedAt: call.now };
}

function notDeletable({ status }: Book, listing: 'empty' | 'absent'): Refusal {
  return new Refusal({
    status: 409,
    requirement: 'delete.refused-409',
    subject: 'request',
    detail: `A book in the status ${status} is not deleted; withdraw it first.`,
    invalidParams: [],
    omitParams: listing === 'absent',
  });
}
