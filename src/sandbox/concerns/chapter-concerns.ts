/** Concerns about the chapters that an update sends. */
import type { Book, Chapter } from '../book/index.ts';
import type { Parts } from '../replaceable-parts/index.ts';
import { type Concern, applyReading, createConcern } from '../readings/index.ts';

export async function findChapterConcerns(
  book: Book,
  chapters: readonly Chapter[],
  parts: Parts,
): Promise<readonly Concern[]> {
  return [
    ...findRepeatedSequenceConcerns(chapters, parts),
    ...(await findUnattachedFileConcerns(book, chapters, parts)),
    ...findSharedFileConcerns(book, chapters, parts),
    ...chapters.flatMap((chapter, index) => findTitleConcerns(chapter, index, parts)),
    ...findGapConcerns(book, chapters, parts),
  ];
}

function findRepeatedSequenceConcerns(chapters: readonly Chapter[], { rules, readings }: Parts) {
  return rules.findRepeatedSequences(chapters).flatMap((index) =>
    applyReading(readings, 'chapters.duplicate-sequence', {
      name: `chapters.${index}.sequence`,
      reason: 'An earlier chapter of this request has the same sequence number.',
    }),
  );
}

/** Returns a concern for each chapter without an attached file. Under a reading, a granted file is enough. */
async function findUnattachedFileConcerns(book: Book, chapters: readonly Chapter[], parts: Parts) {
  const attachedIds = book.files.filter(({ role }) => role === 'audio_content').map(({ id }) => id);
  const grantedIds =
    parts.readings['flow.chapters-before-attach'] === '422-at-publish'
      ? await findGrantedTracks(book, chapters, parts)
      : [];
  const reason = 'No audio file with this id is attached to the book.';
  return parts.rules
    .findUnmatchedChapters(chapters, [...attachedIds, ...grantedIds])
    .flatMap((index) =>
      createConcern('chapters.file-must-match', reason, { name: `chapters.${index}.fileId` }),
    );
}

/** Returns the ids of the chapters' audio files that were granted to the book, attached or not. */
async function findGrantedTracks(book: Book, chapters: readonly Chapter[], { store }: Parts) {
  const ids = chapters.map(({ fileId }) => fileId.toLowerCase());
  const grants = await Promise.all(ids.map((id) => store.readGrant(id)));
  return grants.flatMap((grant) =>
    grant?.bookId === book.id && grant.role === 'audio_content' ? [grant.id] : [],
  );
}

/** Returns a concern for each entry with a shared file: at the end or, under another reading, after any entry. */
function findSharedFileConcerns(book: Book, chapters: readonly Chapter[], parts: Parts) {
  const { readings, rules } = parts;
  /** The numbers of entries after which the chapters are checked. */
  const counts = {
    'final-state': [chapters.length],
    'in-order': chapters.map((_chapter, index) => index + 1),
  }[readings['chapters.shared-file']];
  const states = counts.map((count) =>
    rules.mergeChapters(book.chapters ?? [], chapters.slice(0, count)),
  );
  const sharedIds = new Set(states.flatMap(rules.findSharedFiles));
  const reason = 'This file belongs to another chapter.';
  return chapters.flatMap(({ fileId }, index) =>
    sharedIds.has(fileId.toLowerCase())
      ? createConcern('chapters.one-file-one-chapter', reason, { name: `chapters.${index}.fileId` })
      : [],
  );
}

function findTitleConcerns({ titleAscii }: Chapter, index: number, parts: Parts) {
  if (typeof titleAscii !== 'string' || parts.rules.isAsciiOnly(titleAscii)) return [];
  return applyReading(parts.readings, 'chapters.title-ascii', {
    name: `chapters.${index}.titleAscii`,
    reason: 'This title contains characters that are not ASCII.',
  });
}

function findGapConcerns(book: Book, chapters: readonly Chapter[], { rules, readings }: Parts) {
  if (!rules.hasGaps(rules.mergeChapters(book.chapters ?? [], chapters))) return [];
  const reason = 'The sequence numbers of the chapters have gaps.';
  return applyReading(readings, 'chapters.gaps', { name: 'chapters', reason });
}
