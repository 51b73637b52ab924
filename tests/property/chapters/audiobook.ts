/** Creates audiobooks with attached tracks, and sets and reads their chapters. */
import { isObject } from '../../../src/contract/json-pointer.ts';
import { readAttributes } from '../../../src/harness/evidence/index.ts';
import {
  type Book,
  oncePerRun,
  type Stage,
  lendInTurns,
} from '../../../src/harness/stage/index.ts';
import type { Chapter, ChapterTitle } from '../../../src/harness/arbitraries/index.ts';
import { createMixedDraft } from '../../contract/steps/histories.ts';

export interface Audiobook extends Book {
  /** The ids of its attached `audio_content` files. */
  readonly tracks: readonly string[];
}

/** Creates an audiobook and attaches this many tracks, all from one upload request. */
export async function createAudiobook(t: Stage, count: number): Promise<Audiobook> {
  const book = await createMixedDraft(t, { format: 'audio', turn: count });
  const files = Array.from({ length: count }, () => t.make.sample('audio_content'));
  const attachedFiles = await t.make.attach(book, files);
  return { ...book, tracks: attachedFiles.map(({ fileId }) => fileId) };
}

/** Returns an audiobook with one track; cases send it invalid chapters or a single chapter 1. */
export const getOneTrackBook = oncePerRun(async (t) => createAudiobook(t, 1));

/** Returns a chapter with the track at this index. */
export function createChapter(
  { tracks }: Audiobook,
  trackIndex: number,
  chapter: ChapterTitle & { readonly sequence: number },
): Chapter {
  return { fileId: tracks[trackIndex] ?? '', ...chapter };
}

/** Returns chapters 1 to n with the first n tracks, titled by number. */
export function numberChapters(book: Audiobook, count: number): Chapter[] {
  return Array.from({ length: count }, (_, index) =>
    createChapter(book, index, { sequence: index + 1, title: `Number ${index + 1}` }),
  );
}

/** A chapter as the book shows it; the monitor judges its types. */
export interface ShownChapter {
  readonly sequence: unknown;
  readonly fileId: unknown;
  readonly title: unknown;
  readonly titleAscii: unknown;
}

/** Reads the chapters of a book, in the order shown; none if it shows null. */
export async function readChapters(t: Stage, id: string): Promise<ShownChapter[]> {
  const { chapters } = readAttributes(await t.ask.read(id));
  const chapterList: unknown[] = Array.isArray(chapters) ? chapters : [];
  return chapterList.filter(isObject).map(({ sequence, fileId, title, titleAscii }) => {
    return { sequence, fileId, title, titleAscii };
  });
}

/** Updates the chapters of a book; the case stays unproven if the service refuses. */
export async function setChapters(t: Stage, id: string, chapters: Chapter[]): Promise<void> {
  t.need.accepted(await t.ask.update(id, { chapters }));
}

/** An audiobook with two tracks, and how it showed its first chapters. */
export interface FirstChapters {
  readonly book: Audiobook;
  /** The reading of `chapters.read-order`, from two chapters that were sent in reverse. */
  readonly order: string;
  /** The reading of `chapters.unmentioned`, from a later update that omits the second chapter. */
  readonly omittedChapter: string;
}

/** Sets two chapters of a new book in reverse order, and then the first one alone. */
export const setFirstChapters = oncePerRun(async (t): Promise<FirstChapters> => {
  const book = await createAudiobook(t, 2);
  const readSequences = async (): Promise<unknown[]> =>
    (await readChapters(t, book.id)).map(({ sequence }) => sequence);
  await setChapters(t, book.id, numberChapters(book, 2).toReversed());
  const firstSequences = await readSequences();
  t.need.that(firstSequences.includes(2), 'a book with two chapters does not show the second one');
  await setChapters(t, book.id, numberChapters(book, 1));
  const secondSequences = await readSequences();
  return {
    book,
    order: classifyOrder(firstSequences[0]),
    omittedChapter: classifyOmission(secondSequences),
  };
});

function classifyOrder(firstSequence: unknown): string {
  if (firstSequence === 1) return 'by-sequence';
  return firstSequence === 2 ? 'insertion' : 'otherwise';
}

function classifyOmission(sequences: readonly unknown[]): string {
  if (sequences.includes(2)) return 'merge';
  return sequences.length === 1 ? 'replace' : `sequences ${sequences.join(', ')}`;
}

/** Returns a final audiobook with a cover, a chapter, and a second track without a chapter. */
export const getBookWithSpareTrack = oncePerRun(async (t) => {
  const book = await t.make.ready('audio');
  const firstTrack = book.files.find(({ role }) => role === 'audio_content');
  const secondTrack = await t.make.file(book, 'audio_content');
  return { ...book, tracks: [firstTrack?.fileId ?? '', secondTrack.fileId] };
});

/** Observes what an update does to chapters that it omits; every call returns the first result of the run. */
export async function observeUnmentioned(t: Stage): Promise<string> {
  return (await setFirstChapters(t)).omittedChapter;
}

/** Returns what updates do with chapters that they omit: as configured for the run, or as observed. */
export async function getUnmentionedReading(t: Stage): Promise<'merge' | 'replace'> {
  const reading = t.target.readings?.['chapters.unmentioned'] ?? (await observeUnmentioned(t));
  return reading === 'replace' ? 'replace' : 'merge';
}

export interface BookWithChapters {
  /** The audiobook, with a fourth track that has no chapter. */
  readonly book: Audiobook;
  readonly chapters: Chapter[];
}

/** Returns the shown chapters with this sequence; a conforming service shows at most one. */
function findBySequence(chapters: readonly ShownChapter[], sequence: number): ShownChapter[] {
  return chapters.filter((chapter) => chapter.sequence === sequence);
}

async function createBookWithChapters(t: Stage): Promise<BookWithChapters> {
  const book = await createAudiobook(t, 4);
  const chapters = numberChapters(book, 3);
  await setChapters(t, book.id, chapters);
  const shownChapters = await readChapters(t, book.id);
  const areShown = chapters.every(
    ({ sequence, title }) => findBySequence(shownChapters, sequence)[0]?.title === title,
  );
  t.need.that(areShown, 'the first chapters of a book are not shown as sent');
  return { book, chapters };
}

const lendBook = lendInTurns(async (t) => ({
  current: await createBookWithChapters(t),
  wasLent: false,
}));

/** Lends the book with its three chapters restored, or a new book if the service refuses to restore them. */
export async function withThreeChapters<R>(
  t: Stage,
  use: (book: BookWithChapters) => Promise<R>,
): Promise<R> {
  return lendBook(t, async (slot) => {
    const { book, chapters } = slot.current;
    const restoreExchange = slot.wasLent && (await t.ask.update(book.id, { chapters }));
    if (restoreExchange && restoreExchange.response.status >= 300)
      slot.current = await createBookWithChapters(t);
    slot.wasLent = true;
    return use(slot.current);
  });
}
