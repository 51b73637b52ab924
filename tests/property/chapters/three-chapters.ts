/** One audiobook of three chapters, lent to every case that only rewrites those three. */
import { lendInTurns, type Stage } from '../../../src/harness/stage/index.ts';
import type { Chapter } from '../../../src/harness/values/index.ts';
import {
  createAudiobook,
  readChapters,
  numberChapters,
  setChapters,
  type Audiobook,
  type ShownChapter,
} from './audiobook.ts';

export interface BookWithChapters {
  /** It has a fourth track without a chapter. */
  readonly book: Audiobook;
  readonly chapters: Chapter[];
}

/** The chapters shown at a sequence: one, if the service conforms. */
function findBySequence(shown: readonly ShownChapter[], sequence: number): ShownChapter[] {
  return shown.filter((chapter) => chapter.sequence === sequence);
}

async function createBookWithChapters(t: Stage): Promise<BookWithChapters> {
  const book = await createAudiobook(t, 4);
  const chapters = numberChapters(book, 3);
  await setChapters(t, book.id, chapters);
  const shown = await readChapters(t, book.id);
  const kept = chapters.every(
    ({ sequence, title }) => findBySequence(shown, sequence)[0]?.title === title,
  );
  t.need.that(kept, 'chapters set for the first time do not show as they were sent');
  return { book, chapters };
}

const lend = lendInTurns(async (t) => ({ now: await createBookWithChapters(t), used: false }));

/** Lends the book with its three chapters restored, or another book if a track was detached. */
export async function withThreeChapters<R>(
  t: Stage,
  use: (book: BookWithChapters) => Promise<R>,
): Promise<R> {
  return lend(t, async (holder) => {
    const { book, chapters } = holder.now;
    const again = holder.used && (await t.ask.update(book.id, { chapters }));
    if (again && again.status >= 300) holder.now = await createBookWithChapters(t);
    holder.used = true;
    return use(holder.now);
  });
}
