/**
 * Books that many cases of one run share, so that a run creates few. A case may use a shared book only
 * if it leaves the book unchanged, or changes something that no other case reads.
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
export const workbench = oncePerFormat(async (t, format) => t.make.draft(format));

/** A draft on which observations try unusual values; no case relies on its content. */
export const tryout = oncePerRun(async (t) => t.make.draft('ebook', { subtitle: 'Before' }));

/** A published ebook; cases must not change it. */
export const inShops: (t: Stage) => Promise<ReadyBook> = oncePerRun(async (t) =>
  t.make.published('ebook'),
);

/**
 * A track whose bytes have arrived but which is not attached, with its audiobook. A book may have
 * any number of tracks, so one book serves every attach.
 */
export async function spareTrack(t: Stage): Promise<{ book: Book; grant: GrantedFile }> {
  const book = await workbench(t, 'audio');
  return { book, grant: await uploaded(t, book, t.make.sample('audio_content')) };
}
