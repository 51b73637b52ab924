/** The chapters of an audiobook: what may be sent, and what a book has afterwards. */
import type { Flaw } from './refusal.ts';
import {
  attachedTo,
  isBag,
  listOf,
  type Bag,
  type Book,
  type Chapter,
  type Shelf,
} from './shelf.ts';
import { isUuid } from './values.ts';

/**
 * Returns the problems in the chapters of an update, or without a body in those of the book.
 * The character decides whether files are checked at the update or at the publish.
 */
export function chapterFlaws(shelf: Shelf, book: Book, body: Bag | undefined): readonly Flaw[] {
  if (body === undefined) return fileFlaws(shelf, book, book.chapters);
  const sent = body['chapters'];
  if (sent === undefined || !Array.isArray(sent)) return [];
  if (book.format !== 'audio') {
    return shelf.character.strict
      ? [{ name: 'chapters', reason: 'are for audio', status: 422 }]
      : [];
  }
  const shape = listOf(sent).flatMap(shapeFlaws);
  if (shape.length > 0 || shelf.character.chapterFilesAt !== 'update') return shape;
  return fileFlaws(shelf, book, chaptersAfter(shelf, book, sent));
}

function shapeFlaws(item: unknown, index: number): Flaw[] {
  if (!isBag(item)) return [];
  const { fileId, sequence, title, titleAscii } = item;
  const at = (name: string): Flaw => ({
    name: `chapters.${index}.${name}`,
    reason: 'will not do',
    status: 400,
  });
  const counted = typeof sequence === 'number' && Number.isInteger(sequence) && sequence >= 1;
  return [
    ...(isUuid(fileId) ? [] : [at('fileId')]),
    ...(counted ? [] : [at('sequence')]),
    ...(typeof title === 'string' ? [] : [at('title')]),
    ...(titleAscii === undefined || typeof titleAscii === 'string' ? [] : [at('titleAscii')]),
  ];
}

function fileFlaws(shelf: Shelf, book: Book, chapters: readonly Chapter[]): Flaw[] {
  const tracks = attachedTo(shelf, book)
    .filter(({ role }) => role === 'audio_content' || shelf.bent('covers-make-chapters'))
    .map(({ id }) => id);
  return chapters.flatMap(({ fileId }, index) => {
    const twice = chapters.findIndex((other) => other.fileId === fileId) !== index;
    const unknown = !tracks.includes(fileId) && !shelf.bent('any-file-makes-a-chapter');
    const shared = twice && !shelf.bent('chapters-share-a-file');
    if (!unknown && !shared) return [];
    const reason = unknown ? 'is not an audio file of this book' : 'has a chapter already';
    return [{ name: `chapters.${index}.fileId`, reason, status: 422 }];
  });
}

/** The chapters a book has once these were sent; an entry takes the place of its sequence. */
export function chaptersAfter(shelf: Shelf, book: Book, sent: unknown): Chapter[] {
  const entries = listOf(sent).flatMap(chapterOf);
  const dropped = shelf.character.unmentionedChapters === 'dropped';
  const after = new Map(dropped ? [] : book.chapters.map((chapter) => [chapter.sequence, chapter]));
  if (shelf.bent('chapters-pile-up')) return [...book.chapters, ...entries];
  for (const entry of entries) {
    const known = book.chapters.find(({ sequence }) => sequence === entry.sequence);
    if (known !== undefined && shelf.bent('first-chapter-stands')) after.set(known.sequence, known);
    else if (known !== undefined && shelf.bent('replaced-chapter-keeps-its-file')) {
      after.set(entry.sequence, { ...entry, fileId: known.fileId });
    } else after.set(entry.sequence, entry);
  }
  return [...after.values()];
}

function chapterOf(item: unknown): Chapter[] {
  if (!isBag(item)) return [];
  const { fileId, sequence, title, titleAscii } = item;
  if (typeof fileId !== 'string' || typeof sequence !== 'number' || typeof title !== 'string')
    return [];
  const named = { fileId: fileId.toLowerCase(), sequence, title };
  return [typeof titleAscii === 'string' ? { ...named, titleAscii } : named];
}
