/** Chapters to send: their titles, and updates that replace some of a book's chapters and add others. */
import fc from 'fast-check';
import type { components } from '../../generated/api.ts';
import { describeValues } from './texts.ts';

export type Chapter = components['schemas']['Chapter'];

/** A display title. If it has characters that are not ASCII, it may include an ASCII form (Chapter). */
export type ChapterTitle = Pick<Chapter, 'title' | 'titleAscii'>;

const word = fc
  .array(fc.constantFrom(...'abcdefghij'.split('')), { minLength: 1, maxLength: 6 })
  .map((letters) => letters.join(''));

/** Everyday titles, and titles that are easily damaged: quotes, digits, other alphabets, an emoji, a long text. */
const chapterTitle: fc.Arbitrary<ChapterTitle> = fc.oneof(
  word.map((text) => ({ title: `Part ${text}` })),
  word.map((text) => ({ title: `Période ${text}`, titleAscii: `Periode ${text}` })),
  fc.constantFrom<ChapterTitle[]>(
    { title: `"One" & 'only' <b>part</b> \\ 100%` },
    { title: 'Überfahrt – Çà et là', titleAscii: 'Ueberfahrt - Ca et la' },
    { title: '第三章 🚢 Третья', titleAscii: 'Chapter three' },
    { title: 'A long way '.repeat(13).trim() },
    { title: 'ספר ראשון', titleAscii: '1' },
    { title: '007', titleAscii: '007' },
    { title: '1', titleAscii: '0' },
    { title: 'null', titleAscii: 'x' },
    { title: '👩‍👩‍👧 — …', titleAscii: '~ !"#$%&' },
  ),
);

/** One update of the chapters of a book, relative to those it has. */
export interface ChapterUpdate {
  /** The chapters to replace, as numbers modulo the number of chapters. */
  readonly replace: readonly number[];
  /** Whether the first replaced chapter gets a file that no chapter has, or exchanges its file with the second one. */
  readonly files: 'same' | 'free' | 'exchanged';
  /** The number of chapters to append. */
  readonly add: number;
  readonly order: 'ascending' | 'descending' | 'last first';
  /** True if the update leaves out the chapters that it does not change. */
  readonly isPartial: boolean;
  /** A title for each replaced or new chapter. */
  readonly titles: readonly ChapterTitle[];
}

/** Generates updates that every service must accept, if the book has enough files. */
export const chapterUpdates: fc.Arbitrary<ChapterUpdate> = describeValues(
  fc.record({
    replace: fc.uniqueArray(fc.nat({ max: 11 }), { maxLength: 3 }),
    files: fc.constantFrom('same', 'same', 'free', 'exchanged'),
    add: fc.nat({ max: 2 }),
    order: fc.constantFrom('ascending', 'descending', 'last first'),
    isPartial: fc.boolean(),
    titles: fc.array(chapterTitle, { minLength: 5, maxLength: 5 }),
  }),
  describeUpdate,
);

/** Such as `an update that replaces 1, adds 2 and lists the last first`. */
function describeUpdate({ replace, files, add, order }: ChapterUpdate): string {
  const parts = [
    ...(replace.length > 0 ? [`replaces ${replace.length}`] : []),
    ...(files === 'same' ? [] : [`gives one a ${files} file`]),
    ...(add > 0 ? [`adds ${add}`] : []),
    ...(order === 'ascending' ? [] : [`lists them ${order}`]),
  ];
  return parts.length === 0
    ? 'an update that changes nothing'
    : `an update that ${parts.join(', ')}`;
}

/**
 * Returns the entries of an update for a book with these chapters, whose sequences are 1, 2, 3 and so on.
 * @param tracks the ids of all attached `audio_content` files of the book
 */
export function createChapterEntries(
  update: ChapterUpdate,
  {
    chapters,
    tracks,
  }: { readonly chapters: readonly Chapter[]; readonly tracks: readonly string[] },
): readonly Chapter[] {
  const free = tracks.filter((id) => chapters.every(({ fileId }) => fileId !== id));
  const indexes = [...new Set(update.replace.map((pick) => pick % Math.max(1, chapters.length)))];
  const replaced = indexes.flatMap((index, turn) => {
    const chapter = chapters[index];
    if (chapter === undefined) return [];
    const { fileId, sequence } = chapter;
    return [{ fileId, sequence, ...(update.titles[turn] ?? { title: 'One' }) }];
  });
  const moved = moveFiles(replaced, update.files, free);
  const used = new Set(moved.map(({ fileId }) => fileId));
  const added = free
    .filter((id) => !used.has(id))
    .slice(0, update.add)
    .map((fileId, index) => ({
      fileId,
      sequence: chapters.length + index + 1,
      ...(update.titles[3 + index] ?? { title: 'New' }),
    }));
  const changed = new Set(moved.map(({ sequence }) => sequence));
  const kept = update.isPartial ? [] : chapters.filter(({ sequence }) => !changed.has(sequence));
  return arrange([...kept, ...moved, ...added], update.order);
}

function moveFiles(
  replaced: readonly Chapter[],
  files: ChapterUpdate['files'],
  [spare]: readonly string[],
): readonly Chapter[] {
  const [first, second, ...rest] = replaced;
  if (first === undefined || files === 'same') return replaced;
  if (files === 'free') {
    return spare === undefined ? replaced : [{ ...first, fileId: spare }, ...replaced.slice(1)];
  }
  if (second === undefined) return replaced;
  return [{ ...first, fileId: second.fileId }, { ...second, fileId: first.fileId }, ...rest];
}

function arrange(chapters: readonly Chapter[], order: ChapterUpdate['order']): readonly Chapter[] {
  const ascending = chapters.toSorted((a, b) => a.sequence - b.sequence);
  if (order === 'descending') return ascending.toReversed();
  return order === 'ascending' ? ascending : [...ascending.slice(-1), ...ascending.slice(0, -1)];
}
