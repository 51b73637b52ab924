/** One audiobook with three chapters, lent to one case at a time. */
import { lendInTurns, type Stage } from '../../../src/harness/stage/index.ts';
import type { Chapter } from '../../../src/harness/arbitraries/index.ts';
import {
  createAudiobook,
  readChapters,
  numberChapters,
  setChapters,
  type Audiobook,
  type ShownChapter,
} from './audiobook.ts';

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
