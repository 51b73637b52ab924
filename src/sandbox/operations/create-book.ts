/** POST /books: creates a draft without files that is not a final version. */
import type { Book, Fields } from '../book/index.ts';
import {
  type FieldsToStore,
  refuseDuplicateExternalId,
  toRow,
  prepareFields,
} from '../changes/index.ts';
import {
  audioDetailsConcerns,
  fieldConcerns,
  duplicateIsbnConcerns,
  misplacedConcerns,
  narratorConcerns,
  printIsbnConcerns,
  resolveNulls,
  sortUnlistedProperties,
  removeMisplaced,
} from '../concerns/index.ts';
import type { Call, Operate, SandboxParts } from '../parts/index.ts';
import { type Concern, readingConcern, refuseIfAny, documentedConcern } from '../readings/index.ts';
import { typedBody } from '../shapes/index.ts';

const requirements = { isbn: 'isbn.valid-on-create', date: 'date.valid-on-create' } as const;

export const createBook: Operate = async (call, parts) => {
  const unlisted = sortUnlistedProperties(call, parts);
  const { body, concerns } = resolveNulls(
    typedBody('createBook', call),
    call.operation,
    parts.readings,
  );
  const isFinalVersion =
    unlisted.accepted.includes('isFinalVersion') && body.isFinalVersion === true;
  const fields = { ...prepareFields(body, parts), isFinalVersion };
  const [sequence = 0] = await parts.store.takeSequences(1);
  const requested = { ...createDraft(fields, call, parts), sequence };
  const book = { ...removeMisplaced(requested, parts.readings), ...storedExtra(unlisted.extra) };
  refuseIfAny([
    ...unlisted.concerns,
    ...concerns,
    ...fieldConcerns(body, requirements, parts),
    ...pastDateConcerns(book, call, parts),
    ...misplacedConcerns(requested, parts),
    ...narratorConcerns(book, 'create', parts),
    ...printIsbnConcerns(book, 'create', parts),
    ...audioDetailsConcerns(book, 'create', parts),
    ...(await duplicateIsbnConcerns(book, parts)),
    ...(await duplicateCreateConcerns(fields, call, parts)),
  ]);
  if ((await parts.store.insertBook(toRow(book, parts))) === 'taken')
    refuseDuplicateExternalId(parts);
  return parts.present.created(book, parts.present.book(book, call.account));
};

const defaults = { externalId: null, subtitle: null, isbn: null, keyword: [], audioDetails: null };

function createDraft(
  fields: FieldsToStore,
  { account, now }: Call,
  { newId }: SandboxParts,
): Omit<Book, 'sequence'> {
  return {
    ...defaults,
    ...requireAllFields(fields),
    id: newId(),
    account: account.id,
    version: 1,
    createdAt: now,
    updatedAt: now,
    status: 'draft',
    files: [],
    chapters: fields.format === 'audio' ? [] : null,
  };
}

/** The schema check has made sure that every required field is there. */
function requireAllFields(fields: FieldsToStore): Omit<Fields, keyof typeof defaults> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- see above
  return fields as Fields;
}

/** Returns a concern if the same create was sent before and the reading allows no second book. */
async function duplicateCreateConcerns(
  fields: FieldsToStore,
  { account }: Call,
  { readings, store }: SandboxParts,
): Promise<readonly Concern[]> {
  if (readings.idempotency === 'second-book') return [];
  const duplicate = (await store.findByTitle(account.id, fields.title ?? '')).find(
    (book) =>
      book.account === account.id &&
      book.deletedAt === undefined &&
      JSON.stringify({ ...book, ...fields }) === JSON.stringify(book),
  );
  if (duplicate === undefined) return [];
  return documentedConcern('idempotency', 'This book was created before.', { status: 409 });
}

function storedExtra(extra: Readonly<Record<string, unknown>>): Pick<Book, 'extra'> {
  return Object.keys(extra).length > 0 ? { extra } : {};
}

function pastDateConcerns(
  book: Book,
  { now }: Call,
  { rules, readings }: SandboxParts,
): readonly Concern[] {
  if (book.publicationDate >= rules.today(now)) return [];
  const reason = 'The day of publication is over.';
  return readingConcern(readings, 'create.past-date', { name: 'publicationDate', reason });
}
