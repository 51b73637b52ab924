/** Files that no chapter may have, and when a service refuses them: at the update or at the publish. */
import type { Exchange } from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import {
  audiobook,
  chapterOf,
  oneTrack,
  setChapters,
  unmentioned,
  type Audiobook,
} from './audiobook.ts';

/** One reason why a file does not fit. */
export interface Unfit {
  readonly what: string;
  /** Returns the file's id, on a book that has this cover. */
  readonly file: (book: Audiobook, cover: string) => string;
  readonly permitted: readonly number[];
  /** A separate update gives the file to the chapter, if the service keeps the other chapters. */
  readonly later?: boolean;
}

/** Files that are not attached audio content of the book, each for another reason. */
export async function strangeFiles(t: Stage): Promise<Unfit[]> {
  const other = await oneTrack(t);
  const permitted = [422];
  return [
    { what: 'an unknown file', file: () => t.make.unknownId(), permitted },
    { what: 'a file of another book', file: () => other.tracks[0] ?? '', permitted },
    { what: 'a cover', file: (_, cover) => cover, permitted },
  ];
}

/** A file that another chapter of the same update uses. */
export const sharedFile: Unfit = {
  what: 'a file that two chapters have',
  file: ({ tracks }) => tracks[0] ?? '',
  permitted: [400, 422],
};

/** A file that a chapter of an earlier update uses. */
export const usedFile: Unfit = { ...sharedFile, what: 'a file of another chapter', later: true };

/**
 * Asserts that the service refuses an unfit file. The document does not say which call refuses it,
 * and lists it with missing chapters: if the update accepts it, the publish must not.
 */
export async function expectKeptOut(t: Stage, answer: Exchange, unfit: Unfit): Promise<void> {
  if (answer.status >= 300) t.expect.status(answer, unfit.permitted, `for ${unfit.what}`);
  else await expectUnpublishable(t, unfit);
}

/** Publishes with the unfit file in chapter 1 while every track has a chapter, and then without it. */
async function expectUnpublishable(t: Stage, { what, file, later }: Unfit): Promise<void> {
  const consent = t.target.allow.has('publish');
  t.need.that(consent, `the update accepts ${what}; this run may not try whether publish does`);
  const book = await audiobook(t, 2);
  const cover = await t.make.file(book, 'audio_cover');
  const chapters = [1, 2, 3].map((sequence) =>
    chapterOf(book, sequence - 2, { sequence, title: `Number ${sequence}` }),
  );
  const withFirst = (fileId: string) =>
    chapters.map((chapter) => (chapter.sequence === 1 ? { ...chapter, fileId } : chapter));
  const unfit = withFirst(file(book, cover.fileId));
  const alone = later === true && (await unmentioned(t)) === 'merge';
  if (alone) await setChapters(t, book.id, chapters.slice(1));
  await setChapters(t, book.id, alone ? unfit.slice(0, 1) : unfit);
  const refused = await t.ask.publish(book.id);
  t.expect.status(refused, 422, `for ${what}, at the update or else at the publish`);
  const track = await t.make.file(book, 'audio_content');
  await setChapters(t, book.id, withFirst(track.fileId));
  t.need.accepted(await t.ask.publish(book.id));
}
