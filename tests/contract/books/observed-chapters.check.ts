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
  withThreeChapters,
} from '../../property/chapters/index.ts';
import { getScratchBook, getUnchangedBook, isAccepted } from '../steps/index.ts';

const needs = { needs: ['write'] } as const;

async function updateChapters(t: Stage, id: string, chapters: unknown): Promise<Exchange> {
  return t.wire({ method: 'PATCH', path: `/books/${id}`, json: { chapters } });
}

/** Observes what an update without entries does to the stored chapters. */
async function observeEmptyUpdate(t: Stage, chapters: unknown): Promise<string> {
  return withThreeChapters(t, async ({ book: { id } }) => {
    const answer = await updateChapters(t, id, chapters);
    if (!isAccepted(answer)) return String(answer.status);
    return (await readChapters(t, id)).length === 0 ? 'clears' : 'no-op';
  });
}

async function observeDuplicateSequence(t: Stage): Promise<string> {
  return withThreeChapters(t, async ({ book }) => {
    // Both name the file that the chapter has, because others may belong to other chapters.
    const first = createChapter(book, 0, { sequence: 1, title: 'First' });
    const last = createChapter(book, 0, { sequence: 1, title: 'Last' });
    const answer = await updateChapters(t, book.id, [first, last]);
    if (!isAccepted(answer)) return String(answer.status);
    const shown = await readChapters(t, book.id);
    const titles = shown.filter(({ sequence }) => sequence === 1).map(({ title }) => title);
    return titles.length === 1 && titles[0] === 'Last' ? 'last-wins' : `shows ${titles.join(', ')}`;
  });
}

async function observeSwap(t: Stage): Promise<string> {
  return withThreeChapters(t, async ({ book }) => {
    const [first = '', second = '', ...others] = book.tracks;
    const swapped = numberChapters({ ...book, tracks: [second, first, ...others] }, 3);
    return !isAccepted(await updateChapters(t, book.id, swapped)) ? 'in-order' : 'final-state';
  });
}

async function observeNonAsciiTitle(t: Stage): Promise<string> {
  const book = await getOneTrackBook(t);
  const title = { title: 'Über', titleAscii: 'Über' };
  const answer = await updateChapters(t, book.id, [
    createChapter(book, 0, { sequence: 1, ...title }),
  ]);
  return !isAccepted(answer) ? String(answer.status) : 'accepted';
}

async function observeNonAudioBook(t: Stage): Promise<string> {
  const { id } = await getScratchBook(t);
  const fileId = t.make.unknownId();
  const answer = await updateChapters(t, id, [{ fileId, sequence: 1, title: 'One' }]);
  if (!isAccepted(answer)) return String(answer.status);
  return (await readChapters(t, id)).length === 0 ? 'ignored' : 'stored';
}

async function observeUnmatchedFile(t: Stage): Promise<string> {
  const book = await getOneTrackBook(t);
  const answerTo = async (fileId: string): Promise<number> =>
    (await updateChapters(t, book.id, [{ fileId, sequence: 1, title: 'One' }])).status;
  const statuses = [await answerTo(t.make.unknownId())];
  if (!statuses.includes(422)) {
    statuses.push(await answerTo((await t.make.file(book, 'audio_cover')).fileId));
  }
  // The check of that requirement reports one that is accepted.
  t.need.that(statuses.includes(422), `none got 422; got ${statuses.join(' and ')}`);
  return '422';
}

async function observePartialEntry(t: Stage): Promise<string> {
  return withThreeChapters(t, async ({ book }) => {
    const answer = await updateChapters(t, book.id, [{ sequence: 1, title: 'Only a title' }]);
    if (!isAccepted(answer)) return String(answer.status);
    const [shown] = await readChapters(t, book.id);
    const merged = shown?.title === 'Only a title' && shown.fileId === book.tracks[0];
    return merged ? 'merged' : 'accepted otherwise';
  });
}

async function observeReplacedChapter(t: Stage): Promise<string> {
  const book = await getOneTrackBook(t);
  const title = { title: 'Départ', titleAscii: 'Depart' };
  await setChapters(t, book.id, [createChapter(book, 0, { sequence: 1, ...title })]);
  await setChapters(t, book.id, [createChapter(book, 0, { sequence: 1, title: 'Arrival' })]);
  const [shown] = await readChapters(t, book.id);
  return shown?.titleAscii === 'Depart' ? 'merged' : 'replaced-whole';
}

async function observeFormerFile(t: Stage): Promise<string> {
  return withThreeChapters(t, async ({ book }) => {
    const [, ...rest] = numberChapters(book, 3);
    const other = createChapter(book, 3, { sequence: 1, title: 'Another' });
    await setChapters(t, book.id, [other, ...rest]);
    const files = JSON.stringify(readAttributes(await t.ask.read(book.id))['files']);
    return files.includes(book.tracks[0] ?? '') ? 'attached' : 'detached';
  });
}

async function observeNewAudiobook(t: Stage): Promise<string> {
  const { id } = await getUnchangedBook(t, 'audio');
  const { chapters } = readAttributes(await t.ask.read(id));
  // Absent counts as null: whether a book shows null is another silence.
  return Array.isArray(chapters) ? 'empty-array' : 'null';
}

async function observeSequenceZero(t: Stage): Promise<string> {
  const book = await getOneTrackBook(t);
  const answer = await updateChapters(t, book.id, [
    createChapter(book, 0, { sequence: 0, title: 'Zero' }),
  ]);
  t.need.that(!isAccepted(answer), 'sequence 0 was accepted');
  return String(answer.status);
}

export const observedChapters = section('Chapters, where the document is silent', [
  observe('chapters.unmentioned', observeUnmentioned, needs),
  observe('chapters.empty-array', async (t) => observeEmptyUpdate(t, []), needs),
  observe('chapters.null', async (t) => observeEmptyUpdate(t, null), needs),
  observe('chapters.duplicate-sequence', observeDuplicateSequence, needs),
  observe('chapters.shared-file', observeSwap, needs),
  observe('chapters.sequence-range', observeSequenceZero, needs),
  observe('chapters.title-ascii', observeNonAsciiTitle, needs),
  observe('chapters.non-audio', observeNonAudioBook, needs),
  observe('chapters.file-not-matching', observeUnmatchedFile, needs),
  observe('chapters.partial-entry', observePartialEntry, needs),
  observe('chapters.read-order', async (t) => (await setFirstChapters(t)).order, needs),
  observe('chapters.replace-identity', observeReplacedChapter, needs),
  observe('chapters.new-audio-value', observeNewAudiobook, needs),
  observe('chapters.file-still-attached', observeFormerFile, needs),
]);
