/** DELETE of a book: deletes it unless its status forbids that. */
import { changeBook, findBook } from '../changes/index.ts';
import type { Book } from '../book/index.ts';
import type { Call, Operate, Parts } from '../parts/index.ts';
import { type Concern, type Readings, Refusal, applyReading } from '../readings/index.ts';

export const deleteBook: Operate = async (call, parts) => {
  if (await isAlreadyDeleted(call, parts)) {
    refuseSecondDelete(parts);
    return parts.present.delete();
  }
  const find = () => findBook(call, parts, 'delete.unknown-404');
  const { files } = await changeBook(find, (book) => markDeleted(book, call, parts), {
    call,
    parts,
  });
  await Promise.all(files.map(({ id }) => parts.bytes.remove(id)));
  return parts.present.delete();
};

/** Refuses the delete of a deleted book, if the reading says so. */
function refuseSecondDelete({ readings }: Parts): void {
  const [concern] = applyReading(readings, 'delete.twice', {
    reason: 'The book has already been deleted.',
  });
  if (concern !== undefined) throw createDeleteRefusal(concern, readings['delete.invalid-params']);
}

/** Returns whether the book was deleted before and is not treated as unknown. */
async function isAlreadyDeleted(call: Call, { readings, store }: Parts): Promise<boolean> {
  if (readings['delete.twice'] === '404') return false;
  const book = await store.readBook(call.bookId);
  return book?.deletedAt !== undefined && book.account === call.account.id;
}

function markDeleted(book: Book, call: Call, { readings, rules }: Parts): Book {
  if (!rules.isDeletable(book.status))
    throw createNotDeletableRefusal(book, readings['delete.invalid-params']);
  const { reviewedAt: _reviewedAt, ...fields } = book;
  const status = { gone: book.status, tombstone: 'withdrawn' }[readings['delete.effect']];
  return { ...fields, status, deletedAt: call.now };
}

function createNotDeletableRefusal({ status }: Book, paramsReading: InvalidParamsReading): Refusal {
  const reason = `A book in the status ${status} cannot be deleted; withdraw the book first.`;
  return createDeleteRefusal(
    { requirement: 'delete.refused-409', status: 409, reason },
    paramsReading,
  );
}

type InvalidParamsReading = Readings['delete.invalid-params'];

function createDeleteRefusal(
  { requirement, status, reason }: Concern,
  paramsReading: InvalidParamsReading,
): Refusal {
  return new Refusal({
    status,
    requirement,
    detail: reason,
    omitParams: paramsReading === 'absent',
  });
}
