/** What an entry for a chapter must have, and which files it may name (Chapter, Errors). */
import { check, section } from '../../../src/harness/suite/index.ts';
import type { Exchange } from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import type { Chapter } from '../../../src/harness/values/index.ts';
import {
  audiobook,
  chapterOf,
  chaptersOf,
  expectTaken,
  plainChapters,
  setChapters,
  unmentioned,
  type Audiobook,
} from './audiobook.ts';
import { expectKeptOut, sharedFile, strangeFiles } from './unfit-files.ts';

const needs = { needs: ['write'] } as const;

/** Entries no type would let through. */
async function send(t: Stage, { id }: Audiobook, chapters: unknown[]): Promise<Exchange> {
  return t.wire({ method: 'PATCH', path: `/books/${id}`, json: { chapters } });
}

/** One whole entry for a track, to leave something out of or to spoil. */
function entry(book: Audiobook): Chapter {
  return chapterOf(book, 0, { sequence: 1, title: 'Whole' });
}

function without(key: keyof Chapter, chapter: Chapter): Partial<Chapter> {
  return Object.fromEntries(Object.entries(chapter).filter(([name]) => name !== key));
}

/**
 * What an entry that lacks something may get: 400 like any missing property, or 422 where it is
 * open which of the two an unfit entry gets.
 */
function incomplete(
  t: Stage,
  silence: 'chapters.partial-entry' | 'chapters.sequence-range',
): number[] {
  return t.target.readings?.[silence] === '400' ? [400] : [400, 422];
}

/** Asks for an entry with a property missing or of another type, and for the whole one. */
async function expectPropertyHeld(
  t: Stage,
  key: 'fileId' | 'title',
  wrong: unknown,
): Promise<void> {
  const book = await audiobook(t, 1);
  const whole = entry(book);
  const none = await send(t, book, [without(key, whole)]);
  t.expect.refused(none, incomplete(t, 'chapters.partial-entry'), `for an entry without ${key}`);
  const other = await send(t, book, [{ ...whole, [key]: wrong }]);
  t.expect.status(other, 400, `for a ${key} of ${JSON.stringify(wrong)}`);
  t.need.accepted(await send(t, book, [whole]));
}

/** Whether chapters may name a file before it is attached is open: asked where the run set it. */
async function unattachedFiles(t: Stage, book: Audiobook): Promise<string[]> {
  if (t.target.readings?.['flow.chapters-before-attach'] !== '422') return [];
  const granted = await t.make.granted(book, [t.make.sample('audio_content')]);
  return granted.map(({ fileId }) => fileId);
}

export const chapterEntries = section('Chapter entries', [
  check(
    'update.refused-changes-nothing',
    {
      'keeps the chapters when a file that fits none is refused': async (t) => {
        const book = await audiobook(t, 1);
        t.need.accepted(await send(t, book, [entry(book)]));
        const before = await chaptersOf(t, book.id);
        const strange = { ...entry(book), title: 'Another', fileId: t.make.unknownId() };
        const refused = await send(t, book, [strange]);
        t.need.that(refused.status >= 400, 'the file was not refused at the update');
        t.expect.equal(await chaptersOf(t, book.id), before, 'chapters after a refused update');
      },
    },
    needs,
  ),
  check(
    'chapters.file-id',
    {
      'refuses an entry without a file': async (t) => expectPropertyHeld(t, 'fileId', 7),
    },
    needs,
  ),
  check(
    'chapters.title',
    {
      'refuses an entry without a title': async (t) => expectPropertyHeld(t, 'title', 7),
    },
    needs,
  ),
  check(
    'chapters.sequence',
    {
      'is asked for, and counts in whole numbers from 1': async (t) => {
        const book = await audiobook(t, 1);
        const none = await send(t, book, [without('sequence', entry(book))]);
        const permitted = incomplete(t, 'chapters.sequence-range');
        t.expect.refused(none, permitted, 'for an entry without sequence');
        for (const sequence of [0, -1, 1.5]) {
          const answer = await send(t, book, [{ ...entry(book), sequence }]);
          t.expect.refused(answer, [400, 422], `for sequence ${sequence}`);
        }
        await expectTaken(t, book, [entry(book)]);
      },
    },
    needs,
  ),
  check(
    'chapters.title-ascii-optional',
    {
      'takes chapters with an ASCII title and without one': async (t) => {
        const book = await audiobook(t, 2);
        const one = chapterOf(book, 0, { sequence: 1, title: 'Départ', titleAscii: 'Depart' });
        const two = chapterOf(book, 1, { sequence: 2, title: 'Arrival' });
        await expectTaken(t, book, [one, two]);
        const wrong = await send(t, book, [{ ...one, titleAscii: 7 }, two]);
        t.expect.status(wrong, 400, 'for a titleAscii that is a number');
      },
    },
    needs,
  ),
  check(
    'chapters.title-ascii-only',
    {
      'shows the ASCII title that came with a title in other letters': async (t) => {
        const book = await audiobook(t, 1);
        const title = { title: 'Über den Fluß', titleAscii: 'Ueber den Fluss' };
        await setChapters(t, book.id, [chapterOf(book, 0, { sequence: 1, ...title })]);
        const [shown] = await chaptersOf(t, book.id);
        t.expect.equal(shown?.titleAscii, title.titleAscii, 'titleAscii as read back');
      },
    },
    needs,
  ),
  check(
    'chapters.one-file-one-chapter',
    {
      'keeps a file out of two chapters, sent together or one after the other': async (t) => {
        const book = await audiobook(t, 3);
        const chapters = plainChapters(book, 3);
        const [one, two, three] = chapters;
        if (!one || !two || !three) return;
        const shared = await send(t, book, [one, { ...two, fileId: one.fileId }]);
        await expectKeptOut(t, shared, sharedFile);
        await setChapters(t, book.id, chapters);
        const again = { ...three, fileId: one.fileId };
        const merge = (await unmentioned(t)) === 'merge';
        const later = await send(t, book, merge ? [again] : [one, two, again]);
        await expectKeptOut(t, later, sharedFile);
      },
    },
    needs,
  ),
  check(
    'chapters.file-must-match',
    {
      'keeps out files that are no attached audio content of the book, in any entry': async (t) => {
        const book = await audiobook(t, 2);
        const [one, two] = plainChapters(book, 2);
        if (!one || !two) return;
        const cover = await t.make.file(book, 'audio_cover');
        for (const strange of await strangeFiles(t)) {
          const fileId = strange.file(book, cover.fileId);
          await expectKeptOut(t, await send(t, book, [{ ...one, fileId }]), strange);
          const second = await send(t, book, [one, { ...two, fileId }]);
          await expectKeptOut(t, second, strange);
        }
        for (const fileId of await unattachedFiles(t, book)) {
          const answer = await send(t, book, [{ ...one, fileId }]);
          t.expect.status(answer, 422, 'for a file that was never attached');
        }
        t.need.accepted(await send(t, book, [one, two]));
      },
    },
    needs,
  ),
]);
