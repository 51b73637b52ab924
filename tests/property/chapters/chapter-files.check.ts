/** Files that no chapter may have: refused by the update, or else by the publish (Errors). */
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

const needs = { needs: ['write'] } as const;

export const chapterFiles = section('Files of chapters', [
  check(
    'chapters.title-ascii-only',
    {
      'shows the ASCII title that was sent with a title in other letters': async (t) => {
        const book = await getOneTrackBook(t);
        const title = { title: 'Über den Fluß', titleAscii: 'Ueber den Fluss' };
        await setChapters(t, book.id, [createChapter(book, 0, { sequence: 1, ...title })]);
        const [shown] = await readChapters(t, book.id);
        t.expect.equal(shown?.titleAscii, title.titleAscii, 'titleAscii as read back');
      },
    },
    needs,
  ),
  check(
    'chapters.one-file-one-chapter',
    {
      'keeps a file out of two chapters, sent together or one after the other': async (t) => {
        const merge = (await getUnmentionedReading(t)) === 'merge';
        await withThreeChapters(t, async ({ book, chapters }) => {
          const [one, two, three] = chapters;
          if (!one || !two || !three) return;
          const shared = [one, { ...two, fileId: one.fileId }];
          await expectRefused(t, await t.ask.update(book.id, { chapters: shared }), sharedFile);
          await setChapters(t, book.id, chapters);
          const again = { ...three, fileId: one.fileId };
          const later = merge ? [again] : [one, two, again];
          await expectRefused(t, await t.ask.update(book.id, { chapters: later }), usedFile);
        });
      },
    },
    needs,
  ),
  check(
    'chapters.file-must-match',
    {
      'refuses files that are not attached audio content of the book, in any entry': async (t) => {
        const { book } = await setFirstChapters(t);
        const [one, two] = numberChapters(book, 2);
        if (!one || !two) return;
        const cover = await t.make.file(book, 'audio_cover');
        for (const strange of await listUnfitFiles(t)) {
          const fileId = strange.getFileId(book, cover.fileId);
          const alone = await t.ask.update(book.id, { chapters: [{ ...one, fileId }] });
          await expectRefused(t, alone, strange);
          const second = await t.ask.update(book.id, { chapters: [one, { ...two, fileId }] });
          await expectRefused(t, second, strange);
        }
        t.need.accepted(await t.ask.update(book.id, { chapters: [one, two] }));
      },
    },
    needs,
  ),
]);
