/** POST /books: creates a draft without files that is not a final version. */
import { readFields } from '../../contract/fields.ts';
import type { Book } from '../book/index.ts';
import * as changes from '../changes.ts';
import * as concerns from '../concerns/index.ts';
import type { Call, Operate, Parts } from '../replaceable-parts/index.ts';
import { type Concern, applyReading, refuseIfAny, createConcern } from '../readings/index.ts';
import { getBody } from '../shapes/index.ts';

export const createBook: Operate = async (call, parts) => {
  const unlistedProperties = concerns.sortUnlistedProperties(call, parts);
  const body = getBody('createBook', call);
  const names = [...readFields(parts.contract).create.all, ...unlistedProperties.acceptedFields];
  const preparedFields = changes.prepareFields(body, names, parts);
  // Of an unlisted flag that a reading accepts, not even the type was checked.
  const isFinalVersion = preparedFields.isFinalVersion === true;
  const fields = { ...preparedFields, isFinalVersion };
  const [sequence = 0] = await parts.store.takeSequences(1);
  const draft = changes.createDraft(fields, call.now, parts);
  const requestedBook: Book = { ...draft, account: call.account.id, version: 1, sequence };
  const { extra } = unlistedProperties;
  const book = {
    ...concerns.removeMisplacedFields(requestedBook, parts.readings),
    ...(Object.keys(extra).length > 0 && { extra }),
  };
  refuseIfAny([
    ...unlistedProperties.concerns,
    ...concerns.findFieldConcerns(body, 'createBook', parts),
    ...findPastDateConcerns(book, call, parts),
    ...concerns.findMisplacedFieldConcerns(requestedBook, parts),
    ...concerns.findFormatConcerns(book, 'create', parts),
    ...(await concerns.findDuplicateIsbnConcerns(book, parts)),
    ...(await findDuplicateCreateConcerns(fields, call, parts)),
  ]);
  if ((await parts.store.insertBook(changes.toRow(book, parts))) === 'taken')
    changes.refuseTakenId(parts);
  return parts.present.create(book, parts.present.attributes(book, call.account));
};

/** Returns a concern if the same create was sent before and the reading does not allow a second book. */
async function findDuplicateCreateConcerns(
  fields: changes.FieldsToStore,
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
