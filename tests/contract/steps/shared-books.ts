/**
 * Books that many cases of one run may ask about, so that a run stays a small guest. Only what
 * leaves a book as it is, or changes what no other case looks at, is asked of a shared one.
 */
import {
  type Book,
  type GrantedFile,
  oncePerRun,
  type ReadyBook,
  type Stage,
} from '../../../src/harness/stage/index.ts';
import { bookId } from '../../../src/harness/evidence/index.ts';
import type { Format } from '../../../src/harness/values/index.ts';
import { uploaded } from './steps.ts';

function oncePerFormat<T>(make: (t: Stage, format: Format) => Promise<T>) {
  const byFormat: Readonly<Record<Format, (t: Stage) => Promise<T>>> = {
    ebook: oncePerRun(async (t) => make(t, 'ebook')),
    print: oncePerRun(async (t) => make(t, 'print')),
    audio: oncePerRun(async (t) => make(t, 'audio')),
  };
  return async (t: Stage, format: Format): Promise<T> => byFormat[format](t);
}

/** What create answered to a valid body of each format: the book is read, and never touched again. */
export const creation = oncePerFormat(async (t, format) => {
  const sent = t.make.body(format);
  return { sent, answer: await t.ask.create(sent) };
});

/** A book as it was created and as nothing changed it since. */
export async function untouched(t: Stage, format: Format): Promise<Book> {
  const { sent, answer } = await creation(t, format);
  const id = bookId(t.need.accepted(answer));
  return { id, format, sent, externalId: sent.externalId ?? '' };
}

/** A draft for upload requests, for updates of its subtitle, and for updates that are refused. */
export const workbench = oncePerFormat(async (t, format) => t.make.draft(format));

/** A draft on which observations try odd values; nobody relies on what it holds. */
export const tryout = oncePerRun(async (t) => t.make.draft('ebook', { subtitle: 'Before' }));

/** A published ebook; cases must not change it. */
export const inShops: (t: Stage) => Promise<ReadyBook> = oncePerRun(async (t) =>
  t.make.published('ebook'),
);

/**
 * A track whose bytes have arrived and which is not attached, with the audiobook it belongs to:
 * a book may have any number of tracks, so that one book serves every attach.
 */
export async function spareTrack(t: Stage): Promise<{ book: Book; grant: GrantedFile }> {
  const book = await workbench(t, 'audio');
  return { book, grant: await uploaded(t, book, t.make.sample('audio_content')) };
}
