/** An audiobook with attached tracks and without chapters, and the chapters it shows later. */
import { isObject } from '../../../src/contract/json-pointer.ts';
import { readAttributes } from '../../../src/harness/evidence/index.ts';
import { type Book, oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import type { Chapter, ChapterTitle } from '../../../src/harness/values/index.ts';
import { createMixedDraft } from '../../contract/steps/index.ts';

export interface Audiobook extends Book {
  /** The ids of its attached `audio_content` files. */
  readonly tracks: readonly string[];
}

/** Creates an audiobook and attaches this many tracks, requested in one call. */
export async function createAudiobook(t: Stage, count: number): Promise<Audiobook> {
  const book = await createMixedDraft(t, { format: 'audio', turn: count });
  const files = Array.from({ length: count }, () => t.make.sample('audio_content'));
  const granted = await t.make.requestGrants(book, files);
  const tracks = await Promise.all(
    granted.map(async ({ fileId, url, file }) => {
      t.need.accepted(await t.ask.put(url, file.bytes, file.contentType));
      const { filename, hashSha256 } = file;
      t.need.accepted(await t.ask.attach(book.id, fileId, { filename, hashSha256 }));
      return fileId;
    }),
  );
  return { ...book, tracks };
}

/** Creates an audiobook of one track, for entries that are refused and for a single chapter 1. */
export const getOneTrackBook = oncePerRun(async (t) => createAudiobook(t, 1));

/** Returns a chapter for one of the book's tracks, counted from 0. */
export function createChapter(
  { tracks }: Audiobook,
  track: number,
  chapter: ChapterTitle & { readonly sequence: number },
): Chapter {
  return { fileId: tracks[track] ?? '', ...chapter };
}

/** Returns chapters 1 to n over the first n tracks, titled by number. */
export function numberChapters(book: Audiobook, count: number): Chapter[] {
  return Array.from({ length: count }, (_, index) =>
    createChapter(book, index, { sequence: index + 1, title: `Number ${index + 1}` }),
  );
}

/** Returns a chapter as the book shows it. */
export interface ShownChapter {
  readonly sequence: unknown;
  readonly fileId: unknown;
  readonly title: unknown;
  readonly titleAscii: unknown;
}

/** Returns the chapters that the book shows, in that order; none if it shows null. */
export async function readChapters(t: Stage, id: string): Promise<ShownChapter[]> {
  const { chapters } = readAttributes(await t.ask.read(id));
  const list: unknown[] = Array.isArray(chapters) ? chapters : [];
  return list.filter(isObject).map(({ sequence, fileId, title, titleAscii }) => {
    return { sequence, fileId, title, titleAscii };
  });
}

/** Sets chapters; unproven if the service refuses. */
export async function setChapters(t: Stage, id: string, chapters: Chapter[]): Promise<void> {
  t.need.accepted(await t.ask.update(id, { chapters }));
}

/** An audiobook of two tracks, and what it showed of its first chapters. */
export interface FirstChapters {
  readonly book: Audiobook;
  /** The order in which two chapters are shown that were sent backwards. */
  readonly order: string;
  /** The result for a chapter that a later update omits. */
  readonly unmentioned: string;
}

/** Sets two chapters of a new book, the second one first, and then one of them alone. */
export const setFirstChapters = oncePerRun(async (t): Promise<FirstChapters> => {
  const book = await createAudiobook(t, 2);
  const sequences = async (): Promise<unknown[]> =>
    (await readChapters(t, book.id)).map(({ sequence }) => sequence);
  await setChapters(t, book.id, numberChapters(book, 2).toReversed());
  const both = await sequences();
  t.need.that(both.includes(2), 'a book with two chapters does not show the second one');
  await setChapters(t, book.id, numberChapters(book, 1));
  const left = await sequences();
  const order = both[0] === 1 ? 'by-sequence' : both[0] === 2 ? 'insertion' : 'otherwise';
  const replaced = left.length === 1 ? 'replace' : `sequences ${left.join(', ')}`;
  return { book, order, unmentioned: left.includes(2) ? 'merge' : replaced };
});

/** Creates a final audiobook with cover and chapter, and attaches a second track without a chapter. */
export const getBookWithSpareTrack = oncePerRun(async (t) => {
  const book = await t.make.ready('audio');
  const first = book.files.find(({ role }) => role === 'audio_content');
  const second = await t.make.file(book, 'audio_content');
  return { ...book, tracks: [first?.fileId ?? '', second.fileId] };
});

/** Returns what happens to chapters that an update omits, from the first such update of the run. */
export async function observeUnmentioned(t: Stage): Promise<string> {
  return (await setFirstChapters(t)).unmentioned;
}

/**
 * Returns the reading that cases rely on, because everything else holds under either: as the run
 * configured it, or as it was observed.
 */
export async function getUnmentionedReading(t: Stage): Promise<'merge' | 'replace'> {
  const reading = t.target.readings?.['chapters.unmentioned'] ?? (await observeUnmentioned(t));
  return reading === 'replace' ? 'replace' : 'merge';
}
