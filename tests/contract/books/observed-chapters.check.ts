/** Observes chapters where the document is silent (Chapter, Notes). */
import { observe, section } from '../../../src/harness/suite/index.ts';
import { readAttributes, type Exchange } from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import {
  createChapter,
  readChapters,
  setFirstChapters,
  getOneTrackBook,
  numberChapters,
  observeUnmentioned,
  setChapters,
} from '../../property/chapters/audiobook.ts';
import { withThreeChapters } from '../../property/chapters/audiobook.ts';
import { getScratchBook, getUnchangedBook } from '../steps/shared-books.ts';
import { isAccepted } from '../steps/steps.ts';

const needsWrite = { needs: ['write'] } as const;

async function updateChapters(t: Stage, id: string, chapters: unknown): Promise<Exchange> {
  return t.wire({ method: 'PATCH', path: `/books/${id}`, json: { chapters } });
}

/** Observes what an update with null or an empty list does to the stored chapters. */
async function observeEmptyUpdate(t: Stage, chapters: unknown): Promise<string> {
  return withThreeChapters(t, async ({ book: { id } }) => {
    const exchange = await updateChapters(t, id, chapters);
    if (!isAccepted(exchange)) return String(exchange.response.status);
    return (await readChapters(t, id)).length === 0 ? 'clears' : 'no-op';
  });
}

async function observeDuplicateSequence(t: Stage): Promise<string> {
  return withThreeChapters(t, async ({ book }) => {
    // Both have the chapter's current file, because other files may belong to other chapters.
    const first = createChapter(book, 0, { sequence: 1, title: 'First' });
    const last = createChapter(book, 0, { sequence: 1, title: 'Last' });
    const exchange = await updateChapters(t, book.id, [first, last]);
    if (!isAccepted(exchange)) return String(exchange.response.status);
    const chapters = await readChapters(t, book.id);
    const titles = chapters.filter(({ sequence }) => sequence === 1).map(({ title }) => title);
    return titles.length === 1 && titles[0] === 'Last' ? 'last-wins' : `shows ${titles.join(', ')}`;
  });
}

async function observeSwap(t: Stage): Promise<string> {
  return withThreeChapters(t, async ({ book }) => {
    const [first = '', second = '', ...others] = book.tracks;
    const swappedChapters = numberChapters({ ...book, tracks: [second, first, ...others] }, 3);
    const response = await updateChapters(t, book.id, swappedChapters);
    return isAccepted(response) ? 'final-state' : 'in-order';
  });
}

async function observeNonAsciiTitle(t: Stage): Promise<string> {
  const book = await getOneTrackBook(t);
  const title = { title: 'Über', titleAscii: 'Über' };
  const exchange = await updateChapters(t, book.id, [
    createChapter(book, 0, { sequence: 1, ...title }),
  ]);
  return isAccepted(exchange) ? 'accepted' : String(exchange.response.status);
}

async function observeNonAudioBook(t: Stage): Promise<string> {
  const { id } = await getScratchBook(t);
  const fileId = t.make.unknownId();
  const exchange = await updateChapters(t, id, [{ fileId, sequence: 1, title: 'One' }]);
  if (!isAccepted(exchange)) return String(exchange.response.status);
  return (await readChapters(t, id)).length === 0 ? 'ignored' : 'stored';
}

async function observePartialEntry(t: Stage): Promise<string> {
  return withThreeChapters(t, async ({ book }) => {
    const exchange = await updateChapters(t, book.id, [{ sequence: 1, title: 'Only a title' }]);
    if (!isAccepted(exchange)) return String(exchange.response.status);
    const [chapter] = await readChapters(t, book.id);
    const isMerged = chapter?.title === 'Only a title' && chapter.fileId === book.tracks[0];
    return isMerged ? 'merged' : 'accepted in another way';
  });
}

async function observeFormerFile(t: Stage): Promise<string> {
  return withThreeChapters(t, async ({ book }) => {
    const [, ...rest] = numberChapters(book, 3);
    const newFirst = createChapter(book, 3, { sequence: 1, title: 'Another' });
    await setChapters(t, book.id, [newFirst, ...rest]);
    const files = JSON.stringify(readAttributes(await t.ask.read(book.id))['files']);
    return files.includes(book.tracks[0] ?? '') ? 'attached' : 'detached';
  });
}

async function observeNewAudiobook(t: Stage): Promise<string> {
  const { id } = await getUnchangedBook(t, 'audio');
  const { chapters } = readAttributes(await t.ask.read(id));
  // Absent counts as null, because another silence covers the difference.
  return Array.isArray(chapters) ? 'empty-array' : 'null';
}

async function observeSequenceZero(t: Stage): Promise<string> {
  const book = await getOneTrackBook(t);
  const exchange = await updateChapters(t, book.id, [
    createChapter(book, 0, { sequence: 0, title: 'Zero' }),
  ]);
  t.need.that(!isAccepted(exchange), 'sequence 0 was accepted');
  return String(exchange.response.status);
}

export const observedChapters = section('Chapters, where the document is silent', [
  observe('chapters.unmentioned', observeUnmentioned, needsWrite),
  observe('chapters.empty-array', async (t) => observeEmptyUpdate(t, []), needsWrite),
  observe('chapters.null', async (t) => observeEmptyUpdate(t, null), needsWrite),
  observe('chapters.duplicate-sequence', observeDuplicateSequence, needsWrite),
  observe('chapters.shared-file', observeSwap, needsWrite),
  observe('chapters.sequence-range', observeSequenceZero, needsWrite),
  observe('chapters.title-ascii', observeNonAsciiTitle, needsWrite),
  observe('chapters.non-audio', observeNonAudioBook, needsWrite),
  observe('chapters.partial-entry', observePartialEntry, needsWrite),
  observe('chapters.read-order', async (t) => (await setFirstChapters(t)).order, needsWrite),
  observe('chapters.new-audio-value', observeNewAudiobook, needsWrite),
  observe('chapters.file-still-attached', observeFormerFile, needsWrite),
]);
