/** Observes chapters where the document is silent (Chapter, Notes). */
import { observe, section } from '../../../src/harness/suite/index.ts';
import { readAttributes, type Exchange } from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import {
  type Audiobook,
  createChapter,
  readChapters,
  setFirstChapters,
  getOneTrackBook,
  numberChapters,
  observeUnmentioned,
  setChapters,
  withThreeChapters,
} from '../../property/chapters/index.ts';
import { getScratchBook, getUnchangedBook } from '../steps/index.ts';

const needs = { needs: ['write'] } as const;

async function send(t: Stage, id: string, chapters: unknown): Promise<Exchange> {
  return t.wire({ method: 'PATCH', path: `/books/${id}`, json: { chapters } });
}

function refused({ status }: Exchange): boolean {
  return status >= 300;
}

/** Makes an audiobook that has three chapters, and a fourth track without one. */
async function aboutThree(t: Stage, ask: (book: Audiobook) => Promise<string>): Promise<string> {
  const answer: string[] = [];
  await withThreeChapters(t, async ({ book }) => {
    answer.push(await ask(book));
  });
  return answer[0] ?? '';
}

/** Observes what an update without entries does to the stored chapters. */
async function emptied(t: Stage, chapters: unknown): Promise<string> {
  return aboutThree(t, async ({ id }) => {
    const answer = await send(t, id, chapters);
    if (refused(answer)) return String(answer.status);
    return (await readChapters(t, id)).length === 0 ? 'clears' : 'no-op';
  });
}

async function duplicateAnswer(t: Stage): Promise<string> {
  return aboutThree(t, async (book) => {
    // Both name the file that the chapter has, because others may belong to other chapters.
    const first = createChapter(book, 0, { sequence: 1, title: 'First' });
    const last = createChapter(book, 0, { sequence: 1, title: 'Last' });
    const answer = await send(t, book.id, [first, last]);
    if (refused(answer)) return String(answer.status);
    const shown = await readChapters(t, book.id);
    const titles = shown.filter(({ sequence }) => sequence === 1).map(({ title }) => title);
    return titles.length === 1 && titles[0] === 'Last' ? 'last-wins' : `shows ${titles.join(', ')}`;
  });
}

async function swapAnswer(t: Stage): Promise<string> {
  return aboutThree(t, async (book) => {
    const [first = '', second = '', ...others] = book.tracks;
    const swapped = numberChapters({ ...book, tracks: [second, first, ...others] }, 3);
    return refused(await send(t, book.id, swapped)) ? 'in-order' : 'final-state';
  });
}

async function nonAsciiAnswer(t: Stage): Promise<string> {
  const book = await getOneTrackBook(t);
  const title = { title: 'Über', titleAscii: 'Über' };
  const answer = await send(t, book.id, [createChapter(book, 0, { sequence: 1, ...title })]);
  return refused(answer) ? String(answer.status) : 'accepted';
}

async function nonAudioAnswer(t: Stage): Promise<string> {
  const { id } = await getScratchBook(t);
  const fileId = t.make.unknownId();
  const answer = await send(t, id, [{ fileId, sequence: 1, title: 'One' }]);
  if (refused(answer)) return String(answer.status);
  return (await readChapters(t, id)).length === 0 ? 'ignored' : 'stored';
}

async function notMatchingAnswer(t: Stage): Promise<string> {
  const book = await getOneTrackBook(t);
  const answerTo = async (fileId: string): Promise<number> =>
    (await send(t, book.id, [{ fileId, sequence: 1, title: 'One' }])).status;
  const statuses = [await answerTo(t.make.unknownId())];
  if (!statuses.includes(422)) {
    statuses.push(await answerTo((await t.make.file(book, 'audio_cover')).fileId));
  }
  // The check of that requirement reports one that is accepted.
  t.need.that(statuses.includes(422), `none got 422; got ${statuses.join(' and ')}`);
  return '422';
}

async function partialAnswer(t: Stage): Promise<string> {
  return aboutThree(t, async (book) => {
    const answer = await send(t, book.id, [{ sequence: 1, title: 'Only a title' }]);
    if (refused(answer)) return String(answer.status);
    const [shown] = await readChapters(t, book.id);
    const merged = shown?.title === 'Only a title' && shown.fileId === book.tracks[0];
    return merged ? 'merged' : 'accepted otherwise';
  });
}

async function identityAnswer(t: Stage): Promise<string> {
  const book = await getOneTrackBook(t);
  const title = { title: 'Départ', titleAscii: 'Depart' };
  await setChapters(t, book.id, [createChapter(book, 0, { sequence: 1, ...title })]);
  await setChapters(t, book.id, [createChapter(book, 0, { sequence: 1, title: 'Arrival' })]);
  const [shown] = await readChapters(t, book.id);
  return shown?.titleAscii === 'Depart' ? 'merged' : 'replaced-whole';
}

async function formerFileAnswer(t: Stage): Promise<string> {
  return aboutThree(t, async (book) => {
    const [, ...rest] = numberChapters(book, 3);
    const other = createChapter(book, 3, { sequence: 1, title: 'Another' });
    await setChapters(t, book.id, [other, ...rest]);
    const files = JSON.stringify(readAttributes(await t.ask.read(book.id))['files']);
    return files.includes(book.tracks[0] ?? '') ? 'attached' : 'detached';
  });
}

async function newValueAnswer(t: Stage): Promise<string> {
  const { id } = await getUnchangedBook(t, 'audio');
  const { chapters } = readAttributes(await t.ask.read(id));
  // Absent counts as null: whether a book shows null is another silence.
  return Array.isArray(chapters) ? 'empty-array' : 'null';
}

async function sequenceZeroAnswer(t: Stage): Promise<string> {
  const book = await getOneTrackBook(t);
  const answer = await send(t, book.id, [createChapter(book, 0, { sequence: 0, title: 'Zero' })]);
  t.need.that(refused(answer), 'sequence 0 was accepted');
  return String(answer.status);
}

export const observedChapters = section('Chapters, where the document is silent', [
  observe('chapters.unmentioned', observeUnmentioned, needs),
  observe('chapters.empty-array', async (t) => emptied(t, []), needs),
  observe('chapters.null', async (t) => emptied(t, null), needs),
  observe('chapters.duplicate-sequence', duplicateAnswer, needs),
  observe('chapters.shared-file', swapAnswer, needs),
  observe('chapters.sequence-range', sequenceZeroAnswer, needs),
  observe('chapters.title-ascii', nonAsciiAnswer, needs),
  observe('chapters.non-audio', nonAudioAnswer, needs),
  observe('chapters.file-not-matching', notMatchingAnswer, needs),
  observe('chapters.partial-entry', partialAnswer, needs),
  observe('chapters.read-order', async (t) => (await setFirstChapters(t)).order, needs),
  observe('chapters.replace-identity', identityAnswer, needs),
  observe('chapters.new-audio-value', newValueAnswer, needs),
  observe('chapters.file-still-attached', formerFileAnswer, needs),
]);
