/** Chapters are set by sequence: an existing one is replaced, a new one added (Chapter, Notes). */
import { check, forAll, section } from '../../../src/harness/suite/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import {
  type Chapter,
  chapterRewrites,
  chapterUpdates,
  trickyTitles,
} from '../../../src/harness/values/index.ts';
import {
  audiobook,
  chapterOf,
  chaptersOf,
  expectTaken,
  plainChapters,
  setChapters,
  unmentioned,
  type Audiobook,
  type ShownChapter,
} from './audiobook.ts';
import { modelOf, stepOf } from './chapter-model.ts';
import { at, withThreeChapters } from './three-chapters.ts';

const needs = { needs: ['write'] } as const;

/** Sets the first chapter. Where not even that shows as sent, adding others tells nothing. */
async function setFirst(t: Stage, book: Audiobook, first: Chapter): Promise<void> {
  await setChapters(t, book.id, [first]);
  const found = at(await chaptersOf(t, book.id), first.sequence);
  t.need.that(found.length === 1, 'the first chapter does not show at the sequence it was given');
}

/** Each of these stands once among the chapters shown, with the file and title it was given. */
function expectReplaced(
  t: Stage,
  shown: readonly ShownChapter[],
  wanted: readonly Chapter[],
): void {
  for (const { sequence, fileId, title } of wanted) {
    const found = at(shown, sequence).map((one) => ({ fileId: one.fileId, title: one.title }));
    t.expect.equal(found, [{ fileId, title }], `chapter ${sequence} once it was sent anew`);
  }
}

function expectAdded(t: Stage, shown: readonly ShownChapter[], wanted: readonly Chapter[]): void {
  for (const { sequence, fileId } of wanted) {
    const found = at(shown, sequence).map((one) => one.fileId);
    t.expect.equal(found, [fileId], `the file of the new chapter ${sequence}`);
  }
}

/** How the first three chapters are shown: their sequences in order of appearance. */
async function shownOrder(t: Stage, id: string): Promise<unknown[]> {
  return (await chaptersOf(t, id)).map(({ sequence }) => sequence);
}

export const chapterUpsert = section('Chapters', [
  check(
    'chapters.replace',
    {
      'takes all chapters again with another title for one, and shows that': async (t) => {
        await withThreeChapters(t, async ({ book, chapters }) => {
          const again = chapters.map((chapter) =>
            chapter.sequence === 2 ? { ...chapter, title: 'Another second' } : chapter,
          );
          // The same files at the same sequences: whatever is open about leaving some out or using
          // another file, this is allowed.
          await expectTaken(t, book, again);
          const shown = await chaptersOf(t, book.id);
          expectReplaced(t, shown, again);
          t.expect.equal(shown.length, 3, 'number of chapters after all three were sent anew');
        });
      },
      'puts the new entry in the place of the old one, and no second beside it': async (t) => {
        const merge = (await unmentioned(t)) === 'merge';
        await withThreeChapters(t, async ({ book, chapters }) => {
          const second = chapterOf(book, 3, { sequence: 2, title: 'Another second' });
          const [one, , three] = chapters;
          if (!one || !three) return;
          await setChapters(t, book.id, merge ? [second] : [one, second, three]);
          const shown = await chaptersOf(t, book.id);
          expectReplaced(t, shown, [second]);
          t.expect.equal(shown.length, 3, 'number of chapters after one of three was sent anew');
        });
      },
      'replaces every existing sequence that is sent': forAll(
        chapterRewrites,
        async (t, updates) => {
          const reading = await unmentioned(t);
          await withThreeChapters(t, async ({ book, chapters }) => {
            let model = modelOf(chapters, book.tracks);
            for (const update of updates) {
              const step = stepOf(model, update, reading);
              await setChapters(t, book.id, step.sent);
              model = step.after;
            }
            expectReplaced(t, await chaptersOf(t, book.id), [...model.chapters.values()]);
          });
        },
        { runs: 3 },
      ),
    },
    needs,
  ),
  check(
    'chapters.add',
    {
      'adds one chapter, then two at once, then one beside a rewritten one': async (t) => {
        const book = await audiobook(t, 5);
        const [one, two, three, four, five] = plainChapters(book, 5);
        if (!one || !two || !three || !four || !five) return;
        const rest = (await unmentioned(t)) === 'merge' ? [] : [two, three, four];
        const kept = rest.length === 0 ? [] : [one];
        await setFirst(t, book, one);
        await setChapters(t, book.id, [...kept, two]);
        expectAdded(t, await chaptersOf(t, book.id), [two]);
        await setChapters(t, book.id, [...kept, ...rest.slice(0, 1), three, four]);
        expectAdded(t, await chaptersOf(t, book.id), [three, four]);
        await setChapters(t, book.id, [{ ...one, title: 'Anew' }, ...rest, five]);
        expectAdded(t, await chaptersOf(t, book.id), [five]);
      },
      'adds every new sequence, whatever comes along': forAll(
        chapterUpdates,
        async (t, updates) => {
          const reading = await unmentioned(t);
          const book = await audiobook(t, 4);
          const first = chapterOf(book, 0, { sequence: 1, title: 'Number 1' });
          await setFirst(t, book, first);
          let model = modelOf([first], book.tracks);
          for (const update of updates) {
            const step = stepOf(model, { ...update, add: update.add + 1 }, reading);
            await setChapters(t, book.id, step.sent);
            const shown = await chaptersOf(t, book.id);
            const added = step.sent.filter(({ sequence }) => step.added.includes(sequence));
            expectAdded(t, shown, added);
            model = step.after;
          }
        },
        { runs: 1 },
      ),
    },
    needs,
  ),
  check(
    'chapters.set-by-update',
    {
      'shows the chapters of an update where there were none before': async (t) => {
        const book = await audiobook(t, 2);
        t.need.that((await chaptersOf(t, book.id)).length === 0, 'a new audiobook has chapters');
        const chapters = plainChapters(book, 2);
        await expectTaken(t, book, chapters);
        t.expect.equal((await chaptersOf(t, book.id)).length, 2, 'number of chapters shown');
      },
    },
    needs,
  ),
  check(
    'chapters.read-back',
    {
      'shows file, sequence and both titles of each chapter as sent': async (t) => {
        const book = await audiobook(t, trickyTitles.length);
        const chapters = trickyTitles.map((title, index) =>
          chapterOf(book, index, { sequence: index + 1, ...title }),
        );
        await setChapters(t, book.id, chapters);
        const shown = await chaptersOf(t, book.id);
        for (const { sequence, fileId, title, titleAscii } of chapters) {
          const [found] = at(shown, sequence);
          // What becomes of an ASCII title nobody sent is open.
          const ascii = titleAscii === undefined ? {} : { titleAscii: found?.titleAscii };
          t.expect.equal(
            { fileId: found?.fileId, title: found?.title, ...ascii },
            { fileId, title, ...(titleAscii === undefined ? {} : { titleAscii }) },
            `chapter ${sequence} as read back`,
          );
        }
      },
    },
    needs,
  ),
  check(
    'chapters.order',
    {
      'keeps every file at its sequence, and shows them in order where it once did': async (t) => {
        const book = await audiobook(t, 3);
        const [one, two, three] = plainChapters(book, 3);
        if (!one || !two || !three) return;
        await setChapters(t, book.id, [three, one, two]);
        const first = await shownOrder(t, book.id);
        const set = t.target.readings?.['chapters.read-order'];
        const bySequence = set === 'by-sequence' || (set === undefined && first[0] === 1);
        await setChapters(t, book.id, [{ ...two, title: 'Two, later' }, three, one]);
        const later = await chaptersOf(t, book.id);
        for (const { sequence, fileId } of [one, two, three]) {
          const files = at(later, sequence).map((chapter) => chapter.fileId);
          t.expect.equal(files, [fileId], `the file at sequence ${sequence}`);
        }
        if (!bySequence) return;
        const orders = [first, later.map(({ sequence }) => sequence)];
        t.expect.equal(
          orders,
          [
            [1, 2, 3],
            [1, 2, 3],
          ],
          'sequences as shown',
        );
      },
    },
    needs,
  ),
]);
