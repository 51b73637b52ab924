/** Files that no chapter may have, and when a service refuses them: at the update or at the publish. */
import type { Exchange } from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import {
  createAudiobook,
  createChapter,
  getOneTrackBook,
  setChapters,
  getUnmentionedReading,
  type Audiobook,
} from './audiobook.ts';

/** One reason why a file does not fit. */
export interface UnfitFile {
  readonly description: string;
  /** Returns the file's id, on a book that has this cover. */
  readonly getFileId: (book: Audiobook, cover: string) => string;
  readonly permitted: readonly number[];
  /** A separate update gives the file to the chapter, if the service keeps the other chapters. */
  readonly inLaterUpdate?: boolean;
}

/** Files that are not attached audio content of the book, each for another reason. */
export async function listUnfitFiles(t: Stage): Promise<UnfitFile[]> {
  const other = await getOneTrackBook(t);
  const permitted = [422];
  return [
    { description: 'an unknown file', getFileId: () => t.make.unknownId(), permitted },
    { description: 'a file of another book', getFileId: () => other.tracks[0] ?? '', permitted },
    { description: 'a cover', getFileId: (_, cover) => cover, permitted },
  ];
}

/** A file that another chapter of the same update uses. */
export const sharedFile: UnfitFile = {
  description: 'a file that two chapters have',
  getFileId: ({ tracks }) => tracks[0] ?? '',
  permitted: [400, 422],
};

/** A file that a chapter of an earlier update uses. */
export const usedFile: UnfitFile = {
  ...sharedFile,
  description: 'a file of another chapter',
  inLaterUpdate: true,
};

/**
 * Asserts that the service refuses an unfit file. The document does not say which call refuses it,
 * and lists it with missing chapters: if the update accepts it, the publish must not.
 */
export async function expectRefused(t: Stage, answer: Exchange, unfit: UnfitFile): Promise<void> {
  if (answer.status >= 300) t.expect.status(answer, unfit.permitted, `for ${unfit.description}`);
  else await expectUnpublishable(t, unfit);
}

/** Publishes with the unfit file in chapter 1 while every track has a chapter, and then without it. */
async function expectUnpublishable(
  t: Stage,
  { description, getFileId, inLaterUpdate }: UnfitFile,
): Promise<void> {
  const consent = t.target.allow.has('publish');
  t.need.that(
    consent,
    `the update accepts ${description}; this run may not try whether publish does`,
  );
  const book = await createAudiobook(t, 2);
  const cover = await t.make.file(book, 'audio_cover');
  const chapters = [1, 2, 3].map((sequence) =>
    createChapter(book, sequence - 2, { sequence, title: `Number ${sequence}` }),
  );
  const withFirst = (fileId: string) =>
    chapters.map((chapter) => (chapter.sequence === 1 ? { ...chapter, fileId } : chapter));
  const unfit = withFirst(getFileId(book, cover.fileId));
  const alone = inLaterUpdate === true && (await getUnmentionedReading(t)) === 'merge';
  if (alone) await setChapters(t, book.id, chapters.slice(1));
  await setChapters(t, book.id, alone ? unfit.slice(0, 1) : unfit);
  const refused = await t.ask.publish(book.id);
  t.expect.status(refused, 422, `for ${description}, at the update or else at the publish`);
  const track = await t.make.file(book, 'audio_content');
  await setChapters(t, book.id, withFirst(track.fileId));
  t.need.accepted(await t.ask.publish(book.id));
}
