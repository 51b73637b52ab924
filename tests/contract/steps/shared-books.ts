/**
 * Books that many cases of one run share, so that a run creates few. A case may use a shared book only
 * if it leaves the book unchanged, or changes something that no other case reads.
 */
import {
  type Book,
  type GrantedFile,
  inTurns,
  oncePerRun,
  type ReadyBook,
  type Stage,
} from '../../../src/harness/stage/index.ts';
import { attributes, bookId, status as statusOf } from '../../../src/harness/evidence/index.ts';
import { type Format, mixedTexts } from '../../../src/harness/values/index.ts';
import { mixedDraft } from './mixed-draft.ts';
import { accepted, refusal, statusNow, uploaded } from './steps.ts';

function oncePerFormat<T>(make: (t: Stage, format: Format) => Promise<T>) {
  const byFormat: Readonly<Record<Format, (t: Stage) => Promise<T>>> = {
    ebook: oncePerRun(async (t) => make(t, 'ebook')),
    print: oncePerRun(async (t) => make(t, 'print')),
    audio: oncePerRun(async (t) => make(t, 'audio')),
  };
  return async (t: Stage, format: Format): Promise<T> => byFormat[format](t);
}

/** The response to a valid create of each format. The book is read and never changed. */
export const creation = oncePerFormat(async (t, format) => {
  const sent = t.make.body(format);
  return { sent, answer: await t.ask.create(sent) };
});

/** A book as it was created, without later changes. */
export async function untouched(t: Stage, format: Format): Promise<Book> {
  const { sent, answer } = await creation(t, format);
  const id = bookId(t.need.accepted(answer));
  return { id, format, sent, externalId: sent.externalId ?? '' };
}

/** A draft for upload requests, for updates of its subtitle, and for updates that are refused. */
export const workbench = oncePerFormat(async (t, format) => mixedDraft(t, { format, turn: 2 }));

/** A draft on which observations try unusual values; no case relies on its content. */
export const tryout = oncePerRun(async (t) => t.make.draft('ebook', { subtitle: 'Before' }));

const lendPublished = inTurns(async (t) => ({
  book: await t.make.published('ebook', mixedTexts(1)),
  used: false,
}));

/** Lends one ebook to one case at a time, and publishes it again before each. */
export async function withPublished<R>(t: Stage, use: (book: ReadyBook) => Promise<R>): Promise<R> {
  return lendPublished(t, async (holder) => {
    if (holder.used && !(await publishedAgain(t, holder.book))) {
      holder.book = await t.make.published('ebook');
    }
    holder.used = true;
    return use(holder.book);
  });
}

async function publishedAgain(t: Stage, { id, sent }: ReadyBook): Promise<boolean> {
  const { publicationDate } = sent;
  const edited = await t.ask.update(id, { publicationDate, isFinalVersion: true });
  if (!accepted(edited) || !accepted(await t.ask.publish(id))) return false;
  return (await statusNow(t, id)) !== 'draft';
}

/** Returns what a read shows of a published book before anything else happens to it. */
export const justPublished = oncePerRun(async (t) =>
  withPublished(t, async ({ id }) => {
    const read = t.need.accepted(await t.ask.read(id));
    return { status: statusOf(read), isFinalVersion: attributes(read)['isFinalVersion'] };
  }),
);

/** Observes a published book that is withdrawn and then edited. */
export const withdrawal = oncePerRun(async (t) =>
  withPublished(t, async ({ id }) => {
    t.need.accepted(await t.ask.unpublish(id));
    const status = await statusNow(t, id);
    const answer = await t.ask.update(id, { subtitle: 'Edited after withdrawal' });
    return { status, edited: refusal(t, answer), statusAfterEdit: await statusNow(t, id) };
  }),
);

/** A draft with a file that was sent and not attached, which was then deleted. */
export const deletedDraft = oncePerRun(async (t) => {
  const book = await t.make.draft('ebook');
  const grant = await uploaded(t, book, t.make.sample('ebook_cover'));
  t.need.accepted(await t.ask.delete(book.id));
  return { book, grant };
});

/**
 * A track whose bytes have arrived but which is not attached, with its audiobook. A book may have
 * any number of tracks, so one book serves every attach.
 */
export async function spareTrack(t: Stage): Promise<{ book: Book; grant: GrantedFile }> {
  const book = await workbench(t, 'audio');
  return { book, grant: await uploaded(t, book, t.make.sample('audio_content')) };
}
