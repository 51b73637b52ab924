/** PATCH of a book: what is sent changes, everything else stays, and the book is a draft again. */
import {
  changeBook,
  changedChapters,
  changedFields,
  findBook,
  prepareFields,
} from '../changes/index.ts';
import type { Book } from '../book/index.ts';
import {
  editConcerns,
  fieldConcerns,
  isbnTakenConcerns,
  misplacedConcerns,
  narratorConcerns,
  narratorRemovedConcerns,
  settleNulls,
  sortUnlisted,
  windowEditConcerns,
  withoutMisplaced,
} from '../concerns/index.ts';
import type { Call, Operate, SandboxParts } from '../parts/index.ts';
import { Refusal, open, refuseFor } from '../readings/index.ts';
import { sentTo, without } from '../shapes/index.ts';

const bound = { isbn: 'isbn.valid-on-update', date: 'date.valid-on-update' } as const;

export const updateBook: Operate = async (call, parts) => {
  const find = () => findBook(call, parts, 'update.unknown-404');
  try {
    const book = await changeBook(find, (found) => updated(found, call, parts), { call, parts });
    return parts.present.updated(book, parts.present.book(book, call.account));
  } catch (error) {
    if (error instanceof Refusal && error.parts.status === 422) {
      await afterRefusal(find, error, { call, parts });
    }
    throw error;
  }
};

/** Stores the good fields of a refused update, if the readings say so; the status stays as it was. */
async function afterRefusal(
  find: () => Promise<Book>,
  { parts: refused }: Refusal,
  { call, parts }: { readonly call: Call; readonly parts: SandboxParts },
): Promise<void> {
  if (parts.readings['update.atomic'] === 'partial') {
    const bad = refused.invalidParams.map(({ name }) => name.split('.')[0] ?? name);
    const body = without(sentTo('updateBook', call), bad);
    const good = { ...call, body };
    if (Object.keys(body).length === 0) return;
    const changed = async (book: Book): Promise<Book> => {
      const { status, reviewedAt } = book;
      const next = await updated(book, good, parts);
      return { ...next, status, ...(reviewedAt === undefined ? {} : { reviewedAt }) };
    };
    await changeBook(find, changed, { call, parts });
  }
}

async function updated(book: Book, call: Call, parts: SandboxParts): Promise<Book> {
  const unlisted = sortUnlisted(call, parts);
  const { body, concerns } = settleNulls(
    sentTo('updateBook', call),
    call.operation,
    parts.readings,
  );
  if (Object.keys(body).length === 0) return afterEmptyUpdate(book, parts);
  refuseFor([
    ...unlisted.concerns,
    ...concerns,
    ...editConcerns(book, body, parts),
    ...fieldConcerns(body, bound, parts),
  ]);
  const fields = changedFields(book, prepareFields(body, parts), parts.readings);
  const chapters = await changedChapters({ ...book, ...fields }, body.chapters, parts);
  const wanted = { ...book, ...fields, ...chapters.change };
  const next = withoutMisplaced(wanted, parts.readings);
  refuseFor([
    ...chapters.concerns,
    ...misplacedConcerns(wanted, parts),
    ...narratorConcerns(next, 'update', parts),
    ...narratorRemovedConcerns(book, next, parts),
    ...windowEditConcerns(book, next, { now: call.now, parts }),
    ...(next.isbn === book.isbn ? [] : await isbnTakenConcerns(next, parts)),
  ]);
  const extra = { ...book.extra, ...unlisted.extra };
  const kept = Object.keys(extra).length > 0 ? { ...next, extra } : next;
  return asDraft(kept, parts);
}

function afterEmptyUpdate(book: Book, parts: SandboxParts): Book {
  refuseFor(open(parts.readings, 'update.empty-patch', { reason: 'Nothing is to be changed.' }));
  return asDraft(book, parts);
}

/** A change returns a book to a status in which it has to be published again, also from review. */
function asDraft({ reviewedAt: _over, ...book }: Book, { rules }: SandboxParts): Book {
  return { ...book, status: rules.afterChange(book.status) };
}
