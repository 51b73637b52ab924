/** Updates of chapters, partly generated; the monitor knows the chapters after each (Chapter, Notes). */
import { check, forAll, section } from '../../../src/harness/suite/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import {
  type Chapter,
  type ChapterUpdate,
  chapterUpdates,
  trickyTitles,
} from '../../../src/harness/values/index.ts';
import { createAudiobook, type Audiobook, createChapter, numberChapters } from './audiobook.ts';
import { withThreeChapters } from './three-chapters.ts';

const needsWrite = { needs: ['write'] } as const;

/**
 * Returns the entries of an update: some chapters with new titles, the others unchanged, and new chapters
 * at the end. It sends unchanged chapters too, because an update may drop those that it omits.
 */
function createEntries(
  book: Audiobook,
  chapters: readonly Chapter[],
  update: ChapterUpdate,
): Chapter[] {
  const titles = [...update.titles];
  const nextTitle = () => titles.shift() ?? { title: 'Untitled' };
  const rewrittenIndexes = new Set(
    update.rewrite.map(({ pick }) => pick % Math.max(1, chapters.length)),
  );
  const existingEntries = chapters.map((chapter, index) =>
    rewrittenIndexes.has(index)
      ? { fileId: chapter.fileId, sequence: chapter.sequence, ...nextTitle() }
      : chapter,
  );
  const freeTracks = book.tracks.length - chapters.length;
  const newEntries = Array.from({ length: Math.min(update.add, freeTracks) }, (_, index) =>
    createChapter(book, chapters.length + index, {
      sequence: chapters.length + index + 1,
      ...nextTitle(),
    }),
  );
  const entries = [...existingEntries, ...newEntries];
  return update.backwards ? entries.toReversed() : entries;
}

function sortChapters(chapters: readonly Chapter[]): Chapter[] {
  return chapters.toSorted((a, b) => a.sequence - b.sequence);
}

/** Sends one update after another and reads the book after each. */
async function sendUpdates(t: Stage, book: Audiobook, updates: readonly ChapterUpdate[]) {
  let currentChapters: readonly Chapter[] = numberChapters(book, 3);
  await t.ask.update(book.id, { chapters: [...currentChapters] });
  for (const update of updates) {
    const chapters = createEntries(book, currentChapters, update);
    await t.ask.update(book.id, { chapters });
    await t.ask.read(book.id);
    currentChapters = sortChapters(chapters);
  }
}

export const chapterChanges = section('Chapters', [
  check(
    'chapters.read-back',
    {
      'replaces every existing sequence that is sent, and adds the new ones': forAll(
        chapterUpdates,
        async (t, updates) =>
          withThreeChapters(t, async ({ book }) => sendUpdates(t, book, updates)),
        { runs: 1 },
      ),
    },
    needsWrite,
  ),
  check(
    'chapters.read-back',
    {
      'keeps all chapters that an update omits, or drops all of them': async (t) => {
        await withThreeChapters(t, async ({ book, chapters: [, two] }) => {
          const fourth = createChapter(book, 3, { sequence: 4, title: 'Fourth' });
          await t.ask.update(book.id, { chapters: [fourth] });
          await t.ask.read(book.id);
          if (two === undefined) return;
          await t.ask.update(book.id, { chapters: [{ ...two, title: 'Another second' }] });
          await t.ask.read(book.id);
        });
      },
    },
    needsWrite,
  ),
  check(
    'chapters.read-back',
    {
      'shows ten chapters as sent, and again after an update of their titles and of one track':
        async (t) => {
          const book = await createAudiobook(t, 11);
          const chapters = numberChapters(book, 10);
          await t.ask.update(book.id, { chapters: chapters.toReversed() });
          await t.ask.read(book.id);
          const tenth = createChapter(book, 10, { sequence: 10, title: 'On another track' });
          const movedChapters = [...chapters.slice(0, 9), tenth];
          const titledChapters = movedChapters.map((chapter, index) => ({
            ...chapter,
            ...trickyTitles[index],
          }));
          await t.ask.update(book.id, { chapters: titledChapters });
          await t.ask.read(book.id);
        },
    },
    needsWrite,
  ),
]);
