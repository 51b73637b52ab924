/** PATCH of a book: changes the fields that are sent, keeps the others, and makes the book a draft again. */
import {
  changeBook,
  changeChapters,
  changeFields,
  findBook,
  prepareFields,
} from '../changes/index.ts';
import type { Book } from '../book/index.ts';
import {
  editConcerns,
  fieldConcerns,
  duplicateIsbnConcerns,
  misplacedConcerns,
  narratorConcerns,
  narratorRemovedConcerns,
  resolveNulls,
  sortUnlistedProperties,
  windowEditConcerns,
  removeMisplaced,
} from '../concerns/index.ts';
import type { Call, Operate, SandboxParts } from '../parts/index.ts';
import { Refusal, readingConcern, refuseIfAny } from '../readings/index.ts';
import { typedBody, omit } from '../shapes/index.ts';

const requirements = { isbn: 'isbn.valid-on-update', date: 'date.valid-on-update' } as const;

export const updateBook: Operate = async (call, parts) => {
  const find = () => findBook(call, parts, 'update.unknown-404');
  try {
    const book = await changeBook(find, (found) => applyUpdate(found, call, parts), {
      call,
      parts,
    });
    return parts.present.updated(book, parts.present.book(book, call.account));
  } catch (error) {
    if (error instanceof Refusal && error.parts.status === 422) {
      await storeValidFields(find, error, { call, parts });
    }
    throw error;
  }
};

/** Stores the good fields of a refused update, if the readings say so; the status stays as it was. */
async function storeValidFields(
  find: () => Promise<Book>,
  { parts: refusal }: Refusal,
  { call, parts }: { readonly call: Call; readonly parts: SandboxParts },
): Promise<void> {
  if (parts.readings['update.atomic'] === 'partial') {
    const invalidFields = refusal.invalidParams.map(({ name }) => name.split('.')[0] ?? name);
    const body = omit(typedBody('updateBook', call), invalidFields);
    const validCall = { ...call, body };
    if (Object.keys(body).length === 0) return;
    const applyValid = async (book: Book): Promise<Book> => {
      const { status, reviewedAt } = book;
      const next = await applyUpdate(book, validCall, parts);
      return { ...next, status, ...(reviewedAt === undefined ? {} : { reviewedAt }) };
    };
    await changeBook(find, applyValid, { call, parts });
  }
}

async function applyUpdate(book: Book, call: Call, parts: SandboxParts): Promise<Book> {
  const unlisted = sortUnlistedProperties(call, parts);
  const { body, concerns } = resolveNulls(
    typedBody('updateBook', call),
    call.operation,
    parts.readings,
  );
  if (Object.keys(body).length === 0) return applyEmptyUpdate(book, parts);
  refuseIfAny([
    ...unlisted.concerns,
    ...concerns,
    ...editConcerns(book, body, parts),
    ...fieldConcerns(body, requirements, parts),
  ]);
  const fields = changeFields(book, prepareFields(body, parts), parts.readings);
  const chapters = await changeChapters({ ...book, ...fields }, body.chapters, parts);
  const merged = { ...book, ...fields, ...chapters.change };
  const next = removeMisplaced(merged, parts.readings);
  refuseIfAny([
    ...chapters.concerns,
    ...misplacedConcerns(merged, parts),
    ...narratorConcerns(next, 'update', parts),
    ...narratorRemovedConcerns(book, next, parts),
    ...windowEditConcerns(book, next, { now: call.now, parts }),
    ...(next.isbn === book.isbn ? [] : await duplicateIsbnConcerns(next, parts)),
  ]);
  const extra = { ...book.extra, ...unlisted.extra };
  const complete = Object.keys(extra).length > 0 ? { ...next, extra } : next;
  return returnToDraft(complete, parts);
}

function applyEmptyUpdate(book: Book, parts: SandboxParts): Book {
  refuseIfAny(
    readingConcern(parts.readings, 'update.empty-patch', { reason: 'Nothing is to be changed.' }),
  );
  return returnToDraft(book, parts);
}

/** A change returns a book to a status in which it has to be published again, also from review. */
function returnToDraft({ reviewedAt: _reviewedAt, ...book }: Book, { rules }: SandboxParts): Book {
  return { ...book, status: rules.afterChange(book.status) };
}
