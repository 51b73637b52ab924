/** PATCH of a book: changes the fields that are sent, and makes the book a draft again. */
import { readFields } from '../../contract/fields.ts';
import { changeBook, changeChapters, changeFields, findBook, prepareFields } from '../changes.ts';
import type { Book } from '../book/index.ts';
import * as concerns from '../concerns/index.ts';
import type { Call, Operate, Parts } from '../replaceable-parts/index.ts';
import { Refusal, applyReading, refuseIfAny } from '../readings/index.ts';
import { getBody, omit } from '../shapes/index.ts';

export const updateBook: Operate = async (call, parts) => {
  const find = () => findBook(call, parts, 'update.unknown-404');
  try {
    const apply = (current: Book) => applyUpdate(current, call, parts);
    const book = await changeBook(find, apply, { call, parts });
    return parts.present.update(book, parts.present.attributes(book, call.account));
  } catch (error) {
    if (error instanceof Refusal && error.parts.status === 422) {
      await storeValidFields(find, error, { call, parts });
    }
    throw error;
  }
};

/** Stores the valid fields of a refused update if the reading says so. The book keeps its status. */
async function storeValidFields(
  find: () => Promise<Book>,
  { parts: refusal }: Refusal,
  { call, parts }: { readonly call: Call; readonly parts: Parts },
): Promise<void> {
  if (parts.readings['update.atomic'] !== 'partial') return;
  // The name of a nested value, such as `price.0.price`, starts with that of its field.
  const invalidFields = refusal.invalidParams.map(({ name }) => name.split('.')[0] ?? name);
  const body = omit(getBody('updateBook', call), invalidFields);
  if (Object.keys(body).length === 0) return;
  const applyValid = async (book: Book): Promise<Book> => {
    const { status, reviewedAt } = book;
    const next = await applyUpdate(book, { ...call, body }, parts);
    return { ...next, status, ...(reviewedAt === undefined ? {} : { reviewedAt }) };
  };
  await changeBook(find, applyValid, { call, parts });
}

async function applyUpdate(book: Book, call: Call, parts: Parts): Promise<Book> {
  const unlistedProperties = concerns.sortUnlistedProperties(call, parts);
  const body = getBody('updateBook', call);
  if (Object.keys(body).length === 0) return applyEmptyUpdate(book, parts);
  refuseIfAny([
    ...unlistedProperties.concerns,
    ...concerns.findEditConcerns(book, body, parts),
    ...concerns.findFieldConcerns(body, 'updateBook', parts),
  ]);
  const names = readFields(parts.contract).update.all;
  const fields = changeFields(book, prepareFields(body, names, parts), parts.readings);
  const chapters = await changeChapters({ ...book, ...fields }, body.chapters, parts);
  const mergedBook = { ...book, ...fields, ...chapters.change };
  const nextBook = concerns.removeMisplacedFields(mergedBook, parts.readings);
  refuseIfAny([
    ...chapters.concerns,
    ...concerns.findMisplacedFieldConcerns(mergedBook, parts),
    ...concerns.findFormatConcerns(nextBook, 'update', parts),
    ...concerns.findNarratorRemovedConcerns(book, nextBook, parts),
    ...concerns.findWindowEditConcerns(book, nextBook, { now: call.now, parts }),
    ...(nextBook.isbn === book.isbn
      ? []
      : await concerns.findDuplicateIsbnConcerns(nextBook, parts)),
  ]);
  const extra = { ...book.extra, ...unlistedProperties.extra };
  const completeBook = Object.keys(extra).length > 0 ? { ...nextBook, extra } : nextBook;
  return returnToDraft(completeBook, parts);
}

function applyEmptyUpdate(book: Book, parts: Parts): Book {
  const reason = 'The body names no field to change.';
  refuseIfAny(applyReading(parts.readings, 'update.empty-patch', { reason }));
  return returnToDraft(book, parts);
}

function returnToDraft({ reviewedAt: _reviewedAt, ...book }: Book, { rules }: Parts): Book {
  return { ...book, status: rules.getStatusAfterChange(book.status) };
}
