/** Files that no chapter may have, and the assertion that a service refuses them at the update or the publish. */
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

/** A file that a chapter may not have. */
export interface UnfitFile {
  readonly description: string;
  /** Returns the file's id for a chapter of this book, which has this cover. */
  readonly getFileId: (book: Audiobook, coverId: string) => string;
  readonly permittedStatuses: readonly number[];
  /** True if a later update gives the file to the chapter, provided that updates keep omitted chapters. */
  readonly inLaterUpdate?: boolean;
}

/** Returns files that are not attached audio content of the book, each for a different reason. */
export async function listUnfitFiles(t: Stage): Promise<UnfitFile[]> {
  const otherBook = await getOneTrackBook(t);
  const permittedStatuses = [422];
  return [
    {
      description: 'an unknown file',
      getFileId: () => t.make.unknownId(),
      permittedStatuses,
    },
    {
      description: 'a file of another book',
      getFileId: () => otherBook.tracks[0] ?? '',
      permittedStatuses,
    },
    {
      description: 'a cover',
      getFileId: (_, coverId) => coverId,
      permittedStatuses,
    },
  ];
}

/** A file that another chapter of the same update has. */
export const sharedFile: UnfitFile = {
  description: 'a file that two chapters have',
  getFileId: ({ tracks }) => tracks[0] ?? '',
  permittedStatuses: [400, 422],
};

/** A file that a chapter of an earlier update has. */
export const usedFile: UnfitFile = {
  ...sharedFile,
  description: 'a file of another chapter',
  inLaterUpdate: true,
};

/**
 * Asserts that the service refuses an unfit file. The document does not say which request it refuses.
 * So if the update accepts the file, the publish must be refused.
 */
export async function expectRefused(
  t: Stage,
  exchange: Exchange,
  unfitFile: UnfitFile,
): Promise<void> {
  if (exchange.response.status >= 300)
    t.expect.status(exchange, unfitFile.permittedStatuses, `for ${unfitFile.description}`);
  else await expectUnpublishable(t, unfitFile);
}

/** Asserts that a book with the unfit file in chapter 1 cannot be published, and that it can with another file. */
async function expectUnpublishable(
  t: Stage,
  { description, getFileId, inLaterUpdate }: UnfitFile,
): Promise<void> {
  const mayPublish = t.target.allow.has('publish');
  t.need.that(mayPublish, `the update accepts ${description}, and this run may not try a publish`);
  const book = await createAudiobook(t, 2);
  const cover = await t.make.file(book, 'audio_cover');
  const chapters = [1, 2, 3].map((sequence) =>
    createChapter(book, sequence - 2, { sequence, title: `Number ${sequence}` }),
  );
  const withFirst = (fileId: string) =>
    chapters.map((chapter) => (chapter.sequence === 1 ? { ...chapter, fileId } : chapter));
  const unfitChapters = withFirst(getFileId(book, cover.fileId));
  const isSeparateUpdate = inLaterUpdate === true && (await getUnmentionedReading(t)) === 'merge';
  if (isSeparateUpdate) await setChapters(t, book.id, chapters.slice(1));
  await setChapters(t, book.id, isSeparateUpdate ? unfitChapters.slice(0, 1) : unfitChapters);
  const publishResponse = await t.ask.publish(book.id);
  t.expect.status(publishResponse, 422, `for ${description}, at the update or else at the publish`);
  const track = await t.make.file(book, 'audio_content');
  await setChapters(t, book.id, withFirst(track.fileId));
  t.need.accepted(await t.ask.publish(book.id));
}
