/** Generated updates of chapters; the monitor knows the chapters after each (Chapter, Notes). */
import {
  type Chapter,
  chapterUpdates,
  createChapterEntries,
  drawVariation,
} from '../../../src/harness/arbitraries/index.ts';
import { isArray, isObject } from '../../../src/contract/json-pointer.ts';
import { lendInTurns, type Stage } from '../../../src/harness/stage/index.ts';
import { check, forAll, section } from '../../../src/harness/suite/index.ts';
import { valuesPerSuite } from '../values-per-suite.ts';
import { createAudiobook, numberChapters, readChapters, setChapters } from './audiobook.ts';

const needsWrite = { needs: ['write'] } as const;

/** The tenth chapter shows whether a service orders them by number; the spare track is for new and moved ones. */
const chapterCount = 10;
const trackCount = 11;

/** An audiobook whose chapters are updated again and again. */
async function createLongAudiobook(t: Stage) {
  const book = await createAudiobook(t, trackCount);
  const firstChapters = numberChapters(book, chapterCount);
  await setChapters(t, book.id, firstChapters.toReversed());
  const chapters: readonly Chapter[] = firstChapters;
  return { book, chapters };
}

const lendAudiobook = lendInTurns(createLongAudiobook);

/** Reads the chapters of a book, ordered by number. Chapters with other values than documented are left out. */
async function fetchChapters(t: Stage, id: string): Promise<readonly Chapter[]> {
  return (await readChapters(t, id))
    .flatMap(({ fileId, sequence, title, titleAscii }): Chapter[] => {
      if (typeof fileId !== 'string' || typeof sequence !== 'number') return [];
      const ascii = typeof titleAscii === 'string' ? { titleAscii } : {};
      return typeof title === 'string' ? [{ fileId, sequence, title, ...ascii }] : [];
    })
    .toSorted((one, other) => one.sequence - other.sequence);
}

function areNumbered(chapters: readonly Chapter[]): boolean {
  return chapters.length > 0 && chapters.every(({ sequence }, index) => sequence === index + 1);
}

/** A book without chapters, so that a mistake in one of them is the only reason to refuse an update. */
const lendBookWithoutChapters = lendInTurns(async (t) => ({
  book: await createAudiobook(t, malformedCount),
}));

const malformedCount = 3;

/** Chapters with made-up file ids. The case replaces each by the id of the track at the same place. */
const plannedChapters: readonly Chapter[] = Array.from({ length: malformedCount }, (_, index) => ({
  fileId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  sequence: index + 1,
  title: `Number ${index + 1}`,
}));

/** Returns the body of an update with the files of a book in place of the made-up ones. */
function insertFiles(value: unknown, tracks: readonly string[]): unknown {
  if (isArray(value)) return value.map((part) => insertFiles(part, tracks));
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, insertFiles(part, tracks)]),
    );
  }
  const place = plannedChapters.findIndex(({ fileId }) => fileId === value);
  return tracks[place] ?? value;
}

function drawMalformedChapters() {
  const options = {
    kinds: ['refused'],
    isVaried: (name: string) => name === 'chapters',
    format: 'audio',
  } as const;
  return drawVariation('updateBook', { chapters: plannedChapters }, options);
}

export const chapterChanges = section('Chapters', [
  check(
    'chapters.read-back',
    {
      'replaces every existing sequence that is sent, and adds the new ones': forAll(
        chapterUpdates,
        async (t, update) =>
          lendAudiobook(t, async (slot) => {
            // A service may drop chapters that an update omits.
            if (!areNumbered(slot.chapters)) Object.assign(slot, await createLongAudiobook(t));
            const { book, chapters } = slot;
            const entries = createChapterEntries(update, { chapters, tracks: book.tracks });
            if (entries.length > 0) await t.ask.update(book.id, { chapters: [...entries] });
            slot.chapters = await fetchChapters(t, book.id);
          }),
        { runs: valuesPerSuite },
      ),
    },
    needsWrite,
  ),
  check(
    'chapters.sequence',
    {
      'refuses chapters of which one is malformed, at any position': forAll(
        drawMalformedChapters,
        async (t, { value }) =>
          lendBookWithoutChapters(t, async ({ book }) => {
            const json = insertFiles(value, book.tracks);
            await t.wire({ method: 'PATCH', path: `/books/${book.id}`, json });
          }),
        { runs: Math.round(valuesPerSuite / 3) },
      ),
    },
    needsWrite,
  ),
]);
