/** POST /books: creates a draft without files that is not a final version. */
import type { Book, Fields } from '../book/index.ts';
import { type FieldsToStore, refuseTakenId, toRow, prepareFields } from '../changes/index.ts';
import {
  findFieldConcerns,
  findDuplicateIsbnConcerns,
  findMisplacedFieldConcerns,
  findFormatConcerns,
  resolveNulls,
  sortUnlistedProperties,
  removeMisplacedFields,
} from '../concerns/index.ts';
import type { Call, Operate, Parts } from '../parts/index.ts';
import { type Concern, applyReading, refuseIfAny, createConcern } from '../readings/index.ts';
import { getBody } from '../shapes/index.ts';

const requirements = { isbn: 'isbn.valid-on-create', date: 'date.valid-on-create' } as const;

export const createBook: Operate = async (call, parts) => {
  const unlistedProperties = sortUnlistedProperties(call, parts);
  const { body, concerns } = resolveNulls(getBody('createBook', call), call, parts);
  const isFinalVersion =
    unlistedProperties.acceptedFields.includes('isFinalVersion') && body.isFinalVersion === true;
  const fields = { ...prepareFields(body, parts), isFinalVersion };
  const [sequence = 0] = await parts.store.takeSequences(1);
  const requestedBook = { ...createDraft(fields, call, parts), sequence };
  const { extra } = unlistedProperties;
  const book = {
    ...removeMisplacedFields(requestedBook, parts.readings),
    ...(Object.keys(extra).length > 0 && { extra }),
  };
  refuseIfAny([
    ...unlistedProperties.concerns,
    ...concerns,
    ...findFieldConcerns(body, requirements, parts),
    ...findPastDateConcerns(book, call, parts),
    ...findMisplacedFieldConcerns(requestedBook, parts),
    ...findFormatConcerns(book, 'create', parts),
    ...(await findDuplicateIsbnConcerns(book, parts)),
    ...(await findDuplicateCreateConcerns(fields, call, parts)),
  ]);
  if ((await parts.store.insertBook(toRow(book, parts))) === 'taken') refuseTakenId(parts);
  return parts.present.create(book, parts.present.attributes(book, call.account));
};

/** The values of optional fields that a create does not send. */
const defaults = { externalId: null, subtitle: null, isbn: null, keyword: [], audioDetails: null };

function createDraft(fields: FieldsToStore, { account, now }: Call, { newId }: Parts) {
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

/** Returns the fields with the type of a complete record. The schema check refuses a create that lacks one. */
function requireAllFields(fields: FieldsToStore): Omit<Fields, keyof typeof defaults> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- see above
  return fields as Fields;
}

/** Returns a concern if the same create was sent before and the reading does not allow a second book. */
async function findDuplicateCreateConcerns(
  fields: FieldsToStore,
  { account }: Call,
  { readings, store }: Parts,
): Promise<readonly Concern[]> {
  if (readings.idempotency === 'second-book') return [];
  const duplicate = (await store.findByTitle(account.id, fields.title ?? '')).find(
    (book) =>
      book.account === account.id &&
      book.deletedAt === undefined &&
      // The book is a duplicate if the sent fields would change nothing.
      JSON.stringify({ ...book, ...fields }) === JSON.stringify(book),
  );
  if (duplicate === undefined) return [];
  const reason = 'A book with the same fields already exists.';
  return createConcern('idempotency', reason, { status: 409 });
}

function findPastDateConcerns(book: Book, { now }: Call, { rules, readings }: Parts) {
  if (book.publicationDate >= rules.today(now)) return [];
  const reason = 'The publication date is in the past.';
  return applyReading(readings, 'create.past-date', { name: 'publicationDate', reason });
}
