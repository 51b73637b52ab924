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
import {
  readAttributes,
  readBookId,
  readStatus as statusOf,
} from '../../../src/harness/evidence/index.ts';
import { author, type Format, mixedTexts } from '../../../src/harness/values/index.ts';
import { createMixedDraft } from './mixed-draft.ts';
import { isAccepted, getRefusal, fetchStatus, uploadFile } from './steps.ts';

function oncePerFormat<T>(make: (t: Stage, format: Format) => Promise<T>) {
  const byFormat: Readonly<Record<Format, (t: Stage) => Promise<T>>> = {
    ebook: oncePerRun(async (t) => make(t, 'ebook')),
    print: oncePerRun(async (t) => make(t, 'print')),
    audio: oncePerRun(async (t) => make(t, 'audio')),
  };
  return async (t: Stage, format: Format): Promise<T> => byFormat[format](t);
}

/** The response to a valid create of each format. The book is read and never changed. */
export const createOncePerFormat = oncePerFormat(async (t, format) => {
  const sent = t.make.body(format);
  return { sent, answer: await t.ask.create(sent) };
});

/** The response to a create of each format with an ISBN. A service may refuse every ISBN of a format. */
export const createWithIsbn = oncePerFormat(async (t, format) => {
  const isbn = t.make.body('print').isbn ?? '';
  return { isbn, answer: await t.ask.create(t.make.body(format, { isbn })) };
});

/** A book as it was created, without later changes. */
export async function getUnchangedBook(t: Stage, format: Format): Promise<Book> {
  const { sent, answer } = await createOncePerFormat(t, format);
  const id = readBookId(t.need.accepted(answer));
  return { id, format, sent, externalId: sent.externalId ?? '' };
}

/** A draft for upload requests, for updates of its subtitle, and for updates that are refused. */
export const getWorkbench = oncePerFormat(async (t, format) =>
  createMixedDraft(t, { format, turn: 2 }),
);

/** A draft on which observations try unusual values; no case relies on its content. */
export const getScratchBook = oncePerRun(async (t) =>
  t.make.draft('ebook', { subtitle: 'Before' }),
);

const lendReady = lendInTurns(async (t) => ({
  book: await t.make.ready('ebook', mixedTexts(2)),
  used: false,
}));

/**
 * Lends one ebook with its files to one case at a time, as a draft that the case may publish.
 * @param change what is different from a final version well ahead of its date
 */
export async function withReady<R>(
  t: Stage,
  use: (book: ReadyBook) => Promise<R>,
  change: BookUpdate = {},
): Promise<R> {
  return lendReady(t, async (holder) => {
    const { publicationDate } = holder.book.sent;
    const fields = { publicationDate, isFinalVersion: true, ...change };
    const prepare = async (): Promise<boolean> =>
      isAccepted(await t.ask.update(holder.book.id, fields));
    if ((holder.used || Object.keys(change).length > 0) && !(await prepare())) {
      // A service may refuse edits in some statuses, so it gets another book.
      holder.book = await t.make.ready('ebook');
      t.need.that(await prepare(), 'a book did not accept the values that the case is about');
    }
    holder.used = true;
    return use(holder.book);
  });
}

const lendPublished = lendInTurns(async (t) => ({
  book: await t.make.published('ebook', mixedTexts(1)),
  used: false,
}));

/** Lends one ebook to one case at a time, and publishes it again before each. */
export async function withPublished<R>(t: Stage, use: (book: ReadyBook) => Promise<R>): Promise<R> {
  return lendPublished(t, async (holder) => {
    if (holder.used && !(await publishAgain(t, holder.book))) {
      holder.book = await t.make.published('ebook');
    }
    holder.used = true;
    return use(holder.book);
  });
}

/** Publishes a book as it is, or else after an edit that makes it a final draft. */
async function publishAgain(t: Stage, { id, sent }: ReadyBook): Promise<boolean> {
  const { publicationDate } = sent;
  if (isAccepted(await t.ask.publish(id)) && isInShops(await fetchStatus(t, id))) return true;
  const edited = await t.ask.update(id, { publicationDate, isFinalVersion: true });
  if (!isAccepted(edited) || !isAccepted(await t.ask.publish(id))) return false;
  return (await fetchStatus(t, id)) !== 'draft';
}

function isInShops(status: string): boolean {
  return status !== 'draft' && status !== 'withdrawn';
}

/** Returns what a read shows of a published book before anything else happens to it. */
export const readAfterPublish = oncePerRun(async (t) =>
  withPublished(t, async ({ id }) => {
    const read = t.need.accepted(await t.ask.read(id));
    return { status: statusOf(read), isFinalVersion: readAttributes(read)['isFinalVersion'] };
  }),
);

/** Observes a published book that is withdrawn and then edited. */
export const withdrawAndEdit = oncePerRun(async (t) =>
  withPublished(t, async ({ id }) => {
    t.need.accepted(await t.ask.unpublish(id));
    const status = await fetchStatus(t, id);
    const answer = await t.ask.update(id, { subtitle: 'Edited after withdrawal' });
    return { status, edited: getRefusal(t, answer), statusAfterEdit: await fetchStatus(t, id) };
  }),
);

/** An ebook without a cover, and whether it showed details before and after its content was attached. */
export const attachContentOnly = oncePerRun(async (t) => {
  const book = await t.make.draft('ebook');
  const hasDetails = async (): Promise<boolean> => {
    const { ebookDetails } = readAttributes(t.need.accepted(await t.ask.read(book.id)));
    return (ebookDetails ?? null) !== null;
  };
  const before = await hasDetails();
  await t.make.file(book, 'ebook_content');
  return { book, before, after: await hasDetails() };
});

/** Fields that the document neither permits nor forbids in a create. */
const unusualFields = {
  subtitle: null,
  isbn: null,
  audioDetails: null,
  language: ['pt-BR', 'En'],
  contributor: [author, { ...author, role: 'Translator' }],
  publicationDate: '1999-01-01',
} as const;

/** True if a create with all unusual fields together is accepted. Otherwise each is tried alone. */
export const acceptsUnusualFields = oncePerRun(async (t) => {
  const json = { ...t.make.body('ebook'), ...unusualFields };
  return isAccepted(await t.wire({ method: 'POST', path: '/books', json }));
});

/** A second create with the external id of a draft. */
export const createDuplicate = oncePerRun(async (t) => {
  const { externalId, sent } = await getWorkbench(t, 'ebook');
  const body = t.make.body('ebook', { externalId });
  return { externalId, first: sent.title, title: body.title, answer: await t.ask.create(body) };
});

/** Two responses to the same create, without an external id. */
export const createTwice = oncePerRun(async (t) => {
  const { externalId: _none, ...body } = t.make.body('ebook', { language: ['de'] });
  const first = readBookId(t.need.accepted(await t.ask.create(body)));
  return { first, title: body.title, again: await t.ask.create(body) };
});

/** The result of replacing and then clearing a book's external id. */
export const changeExternalId = oncePerRun(async (t) => {
  const { id, externalId } = await t.make.draft('ebook');
  await t.eventually(async () => t.ask.lookUp(externalId), isAccepted);
  // An id is text, even if it looks like a number.
  const other = `00${t.make.body('print').isbn}`;
  const moved = getRefusal(t, await t.ask.update(id, { externalId: other }));
  if (moved !== undefined) return { moved, found: false, old: true, cleared: undefined };
  const found = isAccepted(await t.eventually(async () => t.ask.lookUp(other), isAccepted));
  await t.ask.read(id);
  const left = await t.eventually(
    async () => t.ask.lookUp(externalId),
    ({ status }) => status >= 400,
  );
  const cleared = getRefusal(t, await t.ask.update(id, { externalId: null }));
  await t.ask.read(id);
  await t.ask.lookUp(other);
  return { moved, found, old: isAccepted(left), cleared };
});

/** A draft with a file that was sent and not attached, which was then deleted. */
export const deleteSharedDraft = oncePerRun(async (t) => {
  const book = await t.make.draft('ebook');
  const grant = await uploadFile(t, book, t.make.sample('ebook_cover'));
  t.need.accepted(await t.ask.delete(book.id));
  return { book, grant };
});
