/** DELETE of a book, unless its status forbids it. */
import { changeBook, findBook } from '../changes/index.ts';
import type { Book } from '../book/index.ts';
import type { Call, Operate, SandboxParts } from '../parts/index.ts';
import { type Concern, type Readings, Refusal, readingConcern } from '../readings/index.ts';

export const deleteBook: Operate = async (call, parts) => {
  if (await isAlreadyDeleted(call, parts)) {
    refuseSecondDelete(parts);
    return parts.present.deleted();
  }
  const find = () => findBook(call, parts, 'delete.unknown-404');
  const { files } = await changeBook(find, (book) => markDeleted(book, call, parts), {
    call,
    parts,
  });
  await Promise.all(files.map(({ id }) => parts.bytes.remove(id)));
  return parts.present.deleted();
};

function refuseSecondDelete({ readings }: SandboxParts): void {
  const [concern] = readingConcern(readings, 'delete.twice', {
    reason: 'The book was deleted before.',
  });
  if (concern !== undefined) throw refusal(concern, readings['delete.invalid-params']);
}

async function isAlreadyDeleted(call: Call, { readings, store }: SandboxParts): Promise<boolean> {
  if (readings['delete.twice'] === '404') return false;
  const book = await store.readBook(call.bookId);
  return book?.deletedAt !== undefined && book.account === call.account.id;
}

function markDeleted(book: Book, call: Call, { readings, rules }: SandboxParts): Book {
  if (!rules.isDeletable(book.status)) throw notDeletable(book, readings['delete.invalid-params']);
  const { reviewedAt: _reviewedAt, ...fields } = book;
  const status = { gone: book.status, tombstone: 'withdrawn' }[readings['delete.effect']];
  return { ...fields, status, deletedAt: call.now };
}

function notDeletable({ status }: Book, paramsReading: ParamsReading): Refusal {
  const reason = `A book in the status ${status} is not deleted; withdraw it first.`;
  return refusal({ requirement: 'delete.refused-409', status: 409, reason }, paramsReading);
}

type ParamsReading = Readings['delete.invalid-params'];

function refusal({ requirement, status, reason }: Concern, paramsReading: ParamsReading): Refusal {
  return new Refusal({
    status,
    requirement,
    detail: reason,
    omitParams: paramsReading === 'absent',
  });
}
