/** Generated updates of chapters; the monitor knows which chapters each must leave (Chapter, Notes). */
import { check, forAll, section } from '../../../src/harness/suite/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import {
  type Chapter,
  chapterRewrites,
  type ChapterUpdate,
  chapterUpdates,
  trickyTitles,
} from '../../../src/harness/values/index.ts';
import { audiobook, type Audiobook, chapterOf, plainChapters } from './audiobook.ts';

const needs = { needs: ['write'] } as const;

/**
 * The entries of an update: those of the chapters it rewrites, with other titles, and new ones behind
 * the last. All others are sent again as they were, for an update may drop what it leaves out.
 */
function entriesOf(book: Audiobook, now: readonly Chapter[], update: ChapterUpdate): Chapter[] {
  const titles = [...update.titles];
  const next = () => titles.shift() ?? { title: 'Untitled' };
  const picked = new Set(update.rewrite.map(({ pick }) => pick % Math.max(1, now.length)));
  const kept = now.map((chapter, index) =>
    picked.has(index) ? { fileId: chapter.fileId, sequence: chapter.sequence, ...next() } : chapter,
  );
  const free = book.tracks.length - now.length;
  const added = Array.from({ length: Math.min(update.add, free) }, (_, index) =>
    chapterOf(book, now.length + index, { sequence: now.length + index + 1, ...next() }),
  );
  const entries = [...kept, ...added];
  return update.backwards ? entries.toReversed() : entries;
}

function inOrder(chapters: readonly Chapter[]): Chapter[] {
  return chapters.toSorted((a, b) => a.sequence - b.sequence);
}

/** Sends one update after another, and reads the book after each. */
async function playUpdates(t: Stage, book: Audiobook, updates: readonly ChapterUpdate[]) {
  let now: readonly Chapter[] = plainChapters(book, 3);
  await t.ask.update(book.id, { chapters: [...now] });
  for (const update of updates) {
    const chapters = entriesOf(book, now, update);
    await t.ask.update(book.id, { chapters });
    await t.ask.read(book.id);
    now = inOrder(chapters);
  }
}

export const chapterChanges = section('Chapters', [
  check(
    'chapters.read-back',
    {
      'replaces every existing sequence that is sent': forAll(
        chapterRewrites,
        async (t, updates) => playUpdates(t, await audiobook(t, 3), updates),
        { runs: 2 },
      ),
    },
    needs,
  ),
  check(
    'chapters.read-back',
    {
      'adds every new sequence, and keeps the others': forAll(
        chapterUpdates,
        async (t, updates) => playUpdates(t, await audiobook(t, 7), updates),
        { runs: 2 },
      ),
      'keeps a chapter that an update does not mention, or drops all of them': async (t) => {
        const book = await audiobook(t, 3);
        const [one, two, three] = plainChapters(book, 3);
        if (!one || !two || !three) return;
        await t.ask.update(book.id, { chapters: [one, two] });
        await t.ask.update(book.id, { chapters: [three] });
        await t.ask.read(book.id);
        await t.ask.update(book.id, { chapters: [{ ...two, title: 'Another second' }] });
        await t.ask.read(book.id);
      },
    },
    needs,
  ),
  check(
    'chapters.read-back',
    {
      'shows titles as they were sent, however they are written': async (t) => {
        const book = await audiobook(t, trickyTitles.length);
        const chapters = trickyTitles.map((title, index) =>
          chapterOf(book, index, { sequence: index + 1, ...title }),
        );
        await t.ask.update(book.id, { chapters });
        await t.ask.read(book.id);
      },
      'keeps ten chapters and more in order': async (t) => {
        const book = await audiobook(t, 11);
        await t.ask.update(book.id, { chapters: plainChapters(book, 11).toReversed() });
        await t.ask.read(book.id);
        await t.ask.update(book.id, {
          chapters: plainChapters(book, 11).map((one) => ({ ...one, title: `${one.title} again` })),
        });
        await t.ask.read(book.id);
      },
    },
    needs,
  ),
]);
