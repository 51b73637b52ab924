/** One audiobook of three chapters, lent to every case that only rewrites those three. */
import { lendInTurns, type Stage } from '../../../src/harness/stage/index.ts';
import type { Chapter } from '../../../src/harness/values/index.ts';
import {
  audiobook,
  chaptersOf,
  plainChapters,
  setChapters,
  type Audiobook,
  type ShownChapter,
} from './audiobook.ts';

export interface Chaptered {
  /** It has a fourth track without a chapter. */
  readonly book: Audiobook;
  readonly chapters: Chapter[];
}

/** The chapters shown at a sequence: one, if the service conforms. */
function at(shown: readonly ShownChapter[], sequence: number): ShownChapter[] {
  return shown.filter((chapter) => chapter.sequence === sequence);
}

async function threeChapters(t: Stage): Promise<Chaptered> {
  const book = await audiobook(t, 4);
  const chapters = plainChapters(book, 3);
  await setChapters(t, book.id, chapters);
  const shown = await chaptersOf(t, book.id);
  const kept = chapters.every(({ sequence, title }) => at(shown, sequence)[0]?.title === title);
  t.need.that(kept, 'chapters set for the first time do not show as they were sent');
  return { book, chapters };
}

const lend = lendInTurns(async (t) => ({ now: await threeChapters(t), used: false }));

/** Lends the book with its three chapters restored, or another book if a track was detached. */
export async function withThreeChapters(
  t: Stage,
  use: (chaptered: Chaptered) => Promise<void>,
): Promise<void> {
  await lend(t, async (holder) => {
    const { book, chapters } = holder.now;
    const again = holder.used && (await t.ask.update(book.id, { chapters }));
    if (again && again.status >= 300) holder.now = await threeChapters(t);
    holder.used = true;
    await use(holder.now);
  });
}
