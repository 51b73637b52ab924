/** Files that no chapter may have: the update refuses them, or else the publish does (Errors). */
import { check, section } from '../../../src/harness/suite/index.ts';
import {
  createChapter,
  readChapters,
  setFirstChapters,
  getOneTrackBook,
  numberChapters,
  setChapters,
  getUnmentionedReading,
} from './audiobook.ts';
import { withThreeChapters } from './three-chapters.ts';
import { expectRefused, sharedFile, listUnfitFiles, usedFile } from './unfit-files.ts';

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
          const firstResponse = await t.ask.update(book.id, { chapters: [{ ...first, fileId }] });
          await expectRefused(t, firstResponse, unfitFile);
          const secondResponse = await t.ask.update(book.id, {
            chapters: [first, { ...second, fileId }],
          });
          await expectRefused(t, secondResponse, unfitFile);
        }
        t.need.accepted(await t.ask.update(book.id, { chapters: [first, second] }));
      },
    },
    needsWrite,
  ),
]);
