/** Files that no chapter may have: the update refuses them, or else the publish does (Errors). */
import type { Exchange } from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import {
  createAudiobook,
  createChapter,
  getOneTrackBook,
  setChapters,
  getUnmentionedReading,
  type Audiobook,
  readChapters,
  setFirstChapters,
  numberChapters,
} from './audiobook.ts';
import { check, section } from '../../../src/harness/suite/index.ts';
import { withThreeChapters } from './audiobook.ts';

/** A file that a chapter may not have. */
interface UnfitFile {
  readonly description: string;
  /** Returns the file's id for a chapter of this book, which has this cover. */
  readonly getFileId: (book: Audiobook, coverId: string) => string;
  readonly permittedStatuses: readonly number[];
  /** True if a later update gives the file to the chapter, provided that updates keep omitted chapters. */
  readonly inLaterUpdate?: boolean;
}

/** Returns files that are not attached audio content of the book, each for a different reason. */
async function listUnfitFiles(t: Stage): Promise<UnfitFile[]> {
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
const sharedFile: UnfitFile = {
  description: 'a file that two chapters have',
  getFileId: ({ tracks }) => tracks[0] ?? '',
  permittedStatuses: [400, 422],
};

/** A file that a chapter of an earlier update has. */
const usedFile: UnfitFile = {
  ...sharedFile,
  description: 'a file of another chapter',
  inLaterUpdate: true,
};

/**
 * Asserts that the service refuses an unfit file. The document does not say which request it refuses.
 * So if the update accepts the file, the publish must be refused.
 */
async function expectRefused(t: Stage, exchange: Exchange, unfitFile: UnfitFile): Promise<void> {
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
  const unfitFileId = getFileId(book, cover.fileId);
  const unfitChapters = withFirst(unfitFileId);
  const isSeparateUpdate = inLaterUpdate === true && (await getUnmentionedReading(t)) === 'merge';
  if (isSeparateUpdate) await setChapters(t, book.id, chapters.slice(1));
  await setChapters(t, book.id, isSeparateUpdate ? unfitChapters.slice(0, 1) : unfitChapters);
  // A chapter whose file another one gets may disappear. Then no two chapters share the file.
  if (isSeparateUpdate && !(await showsSharedFile(t, book.id, unfitFileId))) return;
  const publishResponse = await t.ask.publish(book.id);
  t.expect.status(publishResponse, 422, `for ${description}, at the update or else at the publish`);
  const track = await t.make.file(book, 'audio_content');
  await setChapters(t, book.id, withFirst(track.fileId));
  t.need.accepted(await t.ask.publish(book.id));
}

async function showsSharedFile(t: Stage, bookId: string, sharedId: string): Promise<boolean> {
  const ids = (await readChapters(t, bookId)).map(({ fileId }) => String(fileId).toLowerCase());
  return ids.filter((id) => id === sharedId.toLowerCase()).length > 1;
}

const needsWrite = { needs: ['write'] } as const;

export const chapterFiles = section('Files of chapters', [
  check(
    'chapters.title-ascii-only',
    {
      'shows the titleAscii that was sent with a non-ASCII title': async (t) => {
        const book = await getOneTrackBook(t);
        const title = { title: 'Über den Fluß', titleAscii: 'Ueber den Fluss' };
        await setChapters(t, book.id, [createChapter(book, 0, { sequence: 1, ...title })]);
        const [chapter] = await readChapters(t, book.id);
        t.expect.equal(chapter?.titleAscii, title.titleAscii, 'titleAscii as read back');
      },
    },
    needsWrite,
  ),
  check(
    'chapters.one-file-one-chapter',
    {
      'refuses a second chapter with the same file, in one update or in a later one': async (t) => {
        const keepsOmitted = (await getUnmentionedReading(t)) === 'merge';
        await withThreeChapters(t, async ({ book, chapters }) => {
          const [first, second, third] = chapters;
          if (!first || !second || !third) return;
          const sharingChapters = [first, { ...second, fileId: first.fileId }];
          await expectRefused(
            t,
            await t.ask.update(book.id, { chapters: sharingChapters }),
            sharedFile,
          );
          await setChapters(t, book.id, chapters);
          const sharingThird = { ...third, fileId: first.fileId };
          const laterChapters = keepsOmitted ? [sharingThird] : [first, second, sharingThird];
          await expectRefused(
            t,
            await t.ask.update(book.id, { chapters: laterChapters }),
            usedFile,
          );
        });
      },
    },
    needsWrite,
  ),
  check(
    'chapters.file-must-match',
    {
      'refuses a chapter with an unknown file, a file of another book, or a cover': async (t) => {
        const { book } = await setFirstChapters(t);
        const [first, second] = numberChapters(book, 2);
        if (!first || !second) return;
        const cover = await t.make.file(book, 'audio_cover');
        for (const unfitFile of await listUnfitFiles(t)) {
          const fileId = unfitFile.getFileId(book, cover.fileId);
          const chapters = [first, { ...second, fileId }];
          await expectRefused(t, await t.ask.update(book.id, { chapters }), unfitFile);
        }
        t.need.accepted(await t.ask.update(book.id, { chapters: [first, second] }));
      },
    },
    needsWrite,
  ),
]);
