/**
 * Books that many cases of one run share, so that a run creates few. A case may use a shared book only
 * if it leaves the book unchanged, or changes something that no other case reads.
 */
import {
  type Book,
  lendInTurns,
  oncePerRun,
  type ReadyBook,
  type Stage,
} from '../../../src/harness/stage/index.ts';
import type { BookUpdate } from '../../../src/generated/api.ts';
import { readAttributes, readBookId, readStatus } from '../../../src/harness/evidence/index.ts';
import { author, type Format, createMixedTexts } from '../../../src/harness/arbitraries/index.ts';
import { createMixedDraft } from './histories.ts';
import { isAccepted, getRefusal, fetchStatus, uploadFile } from './steps.ts';

/** Returns a function that calls `create` once per run and format, and then returns the same result. */
function oncePerFormat<T>(create: (t: Stage, format: Format) => Promise<T>) {
  const byFormat: Readonly<Record<Format, (t: Stage) => Promise<T>>> = {
    ebook: oncePerRun(async (t) => create(t, 'ebook')),
    print: oncePerRun(async (t) => create(t, 'print')),
    audio: oncePerRun(async (t) => create(t, 'audio')),
  };
  return async (t: Stage, format: Format): Promise<T> => byFormat[format](t);
}

/** Returns the response to a valid create of a format. Cases read the book and never change it. */
export const createOncePerFormat = oncePerFormat(async (t, format) => {
  const sent = t.make.body(format);
  return { sent, response: await t.ask.create(sent) };
});

/** Returns the response to a create with an ISBN. A service may refuse the ISBN for some formats. */
export const createWithIsbn = oncePerFormat(async (t, format) => {
  const isbn = t.make.body('print').isbn ?? '';
  return { isbn, exchange: await t.ask.create(t.make.body(format, { isbn })) };
});

/** Returns a book of a format that no case changes. */
export async function getUnchangedBook(t: Stage, format: Format): Promise<Book> {
  const { sent: body, response } = await createOncePerFormat(t, format);
  const id = readBookId(t.need.accepted(response));
  return { id, format, body, externalId: body.externalId ?? '' };
}

/** Returns a draft for upload requests, updates of its subtitle, and refused updates. */
export const getSharedDraft = oncePerFormat(async (t, format) =>
  createMixedDraft(t, { format, turn: 2 }),
);

/** Returns a draft for observations of unusual values; no case relies on its content. */
export const getScratchBook = oncePerRun(async (t) =>
  t.make.draft('ebook', { subtitle: 'Before' }),
);

const lendReady = lendInTurns(async (t) => ({
  book: await t.make.ready('ebook', createMixedTexts(2)),
  wasLent: false,
}));

/**
 * Lends one ebook with its files to one case at a time, as a draft that the case may publish.
 * @param change fields to set; without it, the draft is a final version with a date far ahead
 */
export async function withReady<R>(
  t: Stage,
  use: (book: ReadyBook) => Promise<R>,
  change: BookUpdate = {},
): Promise<R> {
  return lendReady(t, async (slot) => {
    const { publicationDate } = slot.book.body;
    const fields = { publicationDate, isFinalVersion: true, ...change };
    const prepare = async (): Promise<boolean> =>
      isAccepted(await t.ask.update(slot.book.id, fields));
    if ((slot.wasLent || Object.keys(change).length > 0) && !(await prepare())) {
      // A service may refuse updates in some statuses, so the case gets another book.
      slot.book = await t.make.ready('ebook');
      t.need.that(await prepare(), 'a book did not accept the values that the case is about');
    }
    slot.wasLent = true;
    return use(slot.book);
  });
}

const lendPublished = lendInTurns(async (t) => ({
  book: await t.make.published('ebook', createMixedTexts(1)),
  wasLent: false,
}));

/** Lends one ebook to one case at a time, and publishes it again before each case. */
export async function withPublished<R>(t: Stage, use: (book: ReadyBook) => Promise<R>): Promise<R> {
  return lendPublished(t, async (slot) => {
    if (slot.wasLent && !(await publishAgain(t, slot.book))) {
      slot.book = await t.make.published('ebook');
    }
    slot.wasLent = true;
    return use(slot.book);
  });
}

/** Publishes a book, if necessary after an update that makes it a final draft. Returns true if it is published. */
async function publishAgain(t: Stage, { id, body }: ReadyBook): Promise<boolean> {
  const { publicationDate } = body;
  if (isAccepted(await t.ask.publish(id)) && isInShops(await fetchStatus(t, id))) return true;
  const updateResponse = await t.ask.update(id, { publicationDate, isFinalVersion: true });
  if (!isAccepted(updateResponse) || !isAccepted(await t.ask.publish(id))) return false;
  return (await fetchStatus(t, id)) !== 'draft';
}

function isInShops(status: string): boolean {
  return status !== 'draft' && status !== 'withdrawn';
}

/** Returns the status and the final flag of a draft directly after its publish. A book that was in shops before may keep its status. */
export const readAfterPublish = oncePerRun(async (t) =>
  withReady(t, async ({ id }) => {
    t.need.accepted(await t.ask.publish(id));
    const readResponse = t.need.accepted(await t.ask.read(id));
    return {
      status: readStatus(readResponse),
      isFinalVersion: readAttributes(readResponse)['isFinalVersion'],
    };
  }),
);

/** Withdraws a published book and updates it; returns the statuses and the refusal of the update, if any. */
export const withdrawAndEdit = oncePerRun(async (t) =>
  withPublished(t, async ({ id }) => {
    t.need.accepted(await t.ask.unpublish(id));
    const status = await fetchStatus(t, id);
    const response = await t.ask.update(id, { subtitle: 'Edited after withdrawal' });
    return {
      status,
      editRefusal: getRefusal(t, response),
      statusAfterEdit: await fetchStatus(t, id),
    };
  }),
);

/** Attaches only the content of an ebook. Returns the book, and if it showed details before and after. */
export const attachContentOnly = oncePerRun(async (t) => {
  const book = await t.make.draft('ebook');
  const showsDetails = async (): Promise<boolean> => {
    const { ebookDetails } = readAttributes(t.need.accepted(await t.ask.read(book.id)));
    return (ebookDetails ?? null) !== null;
  };
  const hadDetails = await showsDetails();
  await t.make.file(book, 'ebook_content');
  return { book, hadDetails, hasDetails: await showsDetails() };
});

/** Fields of a create that the document says nothing about. */
const unusualFields = {
  subtitle: null,
  isbn: null,
  audioDetails: null,
  language: ['pt-BR', 'En'],
  contributor: [author, { ...author, role: 'Translator' }],
  publicationDate: '1999-01-01',
} as const;

/** Returns true if a create with all unusual fields together is accepted. If not, cases try each field alone. */
export const acceptsUnusualFields = oncePerRun(async (t) => {
  const json = { ...t.make.body('ebook'), ...unusualFields };
  return isAccepted(await t.wire({ method: 'POST', path: '/books', json }));
});

/** Creates a second book with the external id of a draft; returns the response and both titles. */
export const createDuplicate = oncePerRun(async (t) => {
  const { externalId, body: firstBody } = await getSharedDraft(t, 'ebook');
  const body = t.make.body('ebook', { externalId });
  return {
    externalId,
    firstTitle: firstBody.title,
    title: body.title,
    response: await t.ask.create(body),
  };
});

/** Sends the same create twice, without an external id; returns the first book's id and the second response. */
export const createTwice = oncePerRun(async (t) => {
  const { externalId: _none, ...body } = t.make.body('ebook', { language: ['de'] });
  const firstId = readBookId(t.need.accepted(await t.ask.create(body)));
  return { firstId, title: body.title, secondExchange: await t.ask.create(body) };
});

/** Replaces a book's external id and then clears it; returns the refusals and which ids a lookup still finds. */
export const changeExternalId = oncePerRun(async (t) => {
  const { id, externalId } = await t.make.draft('ebook');
  await t.eventually(async () => t.ask.lookUp(externalId), isAccepted);
  // An external id is a string, even if it looks like a number.
  const newExternalId = `00${t.make.body('print').isbn}`;
  const refusal = getRefusal(t, await t.ask.update(id, { externalId: newExternalId }));
  if (refusal !== undefined)
    return { changeRefusal: refusal, findsNew: false, findsOld: true, clearRefusal: undefined };
  const findsNew = isAccepted(
    await t.eventually(async () => t.ask.lookUp(newExternalId), isAccepted),
  );
  await t.ask.read(id);
  const oldLookup = await t.eventually(
    async () => t.ask.lookUp(externalId),
    ({ response: { status } }) => status >= 400,
  );
  const clearRefusal = getRefusal(t, await t.ask.update(id, { externalId: null }));
  await t.ask.read(id);
  await t.ask.lookUp(newExternalId);
  return { changeRefusal: refusal, findsNew, findsOld: isAccepted(oldLookup), clearRefusal };
});

/** Creates a draft, uploads a file without attaching it, and deletes the draft; returns the draft and the file. */
export const deleteDraftWithUpload = oncePerRun(async (t) => {
  const book = await t.make.draft('ebook');
  const grant = await uploadFile(t, book, t.make.sample('ebook_cover'));
  t.need.accepted(await t.ask.delete(book.id));
  return { book, grant };
});
