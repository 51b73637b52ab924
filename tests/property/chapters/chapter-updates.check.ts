/** Generated updates of chapters; the monitor knows which chapters each must leave (Chapter, Notes). */
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

const needs = { needs: ['write'] } as const;

/**
 * The entries of an update: those of the chapters it rewrites, with other titles, and new ones after
 * the last. All others are sent again as they were, for an update may drop what it leaves out.
 */
function createEntries(book: Audiobook, now: readonly Chapter[], update: ChapterUpdate): Chapter[] {
  const titles = [...update.titles];
  const next = () => titles.shift() ?? { title: 'Untitled' };
  const picked = new Set(update.rewrite.map(({ pick }) => pick % Math.max(1, now.length)));
  const kept = now.map((chapter, index) =>
    picked.has(index) ? { fileId: chapter.fileId, sequence: chapter.sequence, ...next() } : chapter,
  );
  const free = book.tracks.length - now.length;
  const added = Array.from({ length: Math.min(update.add, free) }, (_, index) =>
    createChapter(book, now.length + index, { sequence: now.length + index + 1, ...next() }),
  );
  const entries = [...kept, ...added];
  return update.backwards ? entries.toReversed() : entries;
}

function sortChapters(chapters: readonly Chapter[]): Chapter[] {
  return chapters.toSorted((a, b) => a.sequence - b.sequence);
}

/** Sends one update after another, and reads the book after each. */
async function sendUpdates(t: Stage, book: Audiobook, updates: readonly ChapterUpdate[]) {
  let now: readonly Chapter[] = numberChapters(book, 3);
  await t.ask.update(book.id, { chapters: [...now] });
  for (const update of updates) {
    const chapters = createEntries(book, now, update);
    await t.ask.update(book.id, { chapters });
    await t.ask.read(book.id);
    now = sortChapters(chapters);
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
    needs,
  ),
  check(
    'chapters.read-back',
    {
      'keeps a chapter that an update does not mention, or drops all of them': async (t) => {
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
    needs,
  ),
  check(
    'chapters.read-back',
    {
      'keeps ten or more chapters in order, with any titles': async (t) => {
        const book = await createAudiobook(t, 11);
        const chapters = numberChapters(book, 10);
        await t.ask.update(book.id, { chapters: chapters.toReversed() });
        await t.ask.read(book.id);
        const tenth = createChapter(book, 10, { sequence: 10, title: 'On another track' });
        const moved = [...chapters.slice(0, 9), tenth];
        const titled = moved.map((one, index) => ({ ...one, ...trickyTitles[index] }));
        await t.ask.update(book.id, { chapters: titled });
        await t.ask.read(book.id);
      },
    },
    needs,
  ),
]);
