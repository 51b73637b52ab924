/** DELETE of a book: deletes it unless its status forbids that. */
import { changeBook, findBook } from '../changes.ts';
import type { Book } from '../book/index.ts';
import type { Call, Operate, Parts } from '../replaceable-parts/index.ts';
import { type Concern, Refusal, applyReading } from '../readings/index.ts';

export const deleteBook: Operate = async (call, parts) => {
  if (await isAlreadyDeleted(call, parts)) {
    const reason = 'The book has already been deleted.';
    const [concern] = applyReading(parts.readings, 'delete.twice', { reason });
    if (concern !== undefined) throw createDeleteRefusal(concern, parts);
    return parts.present.delete();
  }
  const find = () => findBook(call, parts, 'delete.unknown-404');
  const decide = (book: Book) => markDeleted(book, call, parts);
  const { files } = await changeBook(find, decide, { call, parts });
  const grants = await Promise.all(files.map(({ id }) => parts.store.readGrant(id)));
  await parts.bytes.remove(grants.flatMap((grant) => grant?.storedKey ?? []));
  return parts.present.delete();
};

async function isAlreadyDeleted(call: Call, { readings, store }: Parts): Promise<boolean> {
  if (readings['delete.twice'] === '404') return false;
  const book = await store.readBook(call.bookId);
  return book?.deletedAt !== undefined && book.account === call.account.id;
}

function markDeleted(book: Book, call: Call, parts: Parts): Book {
  if (!parts.rules.isDeletable(book.status)) {
    const reason = `A book in the status ${book.status} cannot be deleted; withdraw the book first.`;
    throw createDeleteRefusal({ requirement: 'delete.refused-409', status: 409, reason }, parts);
  }
  const { reviewedAt: _reviewedAt, ...fields } = book;
  const status = { gone: book.status, tombstone: 'withdrawn' }[parts.readings['delete.effect']];
  return { ...fields, status, deletedAt: call.now };
}

function createDeleteRefusal({ requirement, status, reason }: Concern, { readings }: Parts) {
  const omitParams = readings['delete.invalid-params'] === 'absent';
  return new Refusal({ status, requirement, detail: reason, omitParams });
}
