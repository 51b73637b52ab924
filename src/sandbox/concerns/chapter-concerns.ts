/** Concerns about the chapters that an update sends. */
import type { Book, Chapter } from '../book/index.ts';
import type { Parts } from '../parts/index.ts';
import { type Concern, applyReading, createConcern } from '../readings/index.ts';

interface ChapterEntries {
  /** The entries as sent; some may lack fields. */
  readonly chapters: readonly Partial<Chapter>[];
  /** The entries that have every required field. */
  readonly completeChapters: readonly Chapter[];
}

export async function findChapterConcerns(
  book: Book,
  { chapters, completeChapters }: ChapterEntries,
  parts: Parts,
): Promise<readonly Concern[]> {
  return [
    ...chapters.flatMap((entry, index) => findIncompleteConcerns(entry, index)),
    ...findRepeatedSequenceConcerns(completeChapters, parts),
    ...(await findUnattachedFileConcerns(book, completeChapters, parts)),
    ...findSharedFileConcerns(book, completeChapters, parts),
    ...completeChapters.flatMap((chapter, index) => findTitleConcerns(chapter, index, parts)),
    ...findGapConcerns(book, completeChapters, parts),
  ];
}

function findIncompleteConcerns(entry: Partial<Chapter>, index: number): readonly Concern[] {
  return (['fileId', 'title'] as const)
    .filter((field) => entry[field] === undefined)
    .flatMap((field) =>
      createConcern('update.schema-400', `A new chapter needs a ${field}.`, {
        status: 400,
        name: `chapters.${index}.${field}`,
      }),
    );
}

function findRepeatedSequenceConcerns(
  completeChapters: readonly Chapter[],
  { rules, readings }: Parts,
) {
  return rules.findRepeatedSequences(completeChapters).flatMap((index) =>
    applyReading(readings, 'chapters.duplicate-sequence', {
      name: `chapters.${index}.sequence`,
      reason: 'An earlier chapter of this request has the same sequence number.',
    }),
  );
}

/** Returns a concern for each chapter without an attached file. Under a reading, a granted file is enough. */
async function findUnattachedFileConcerns(
  book: Book,
  completeChapters: readonly Chapter[],
  parts: Parts,
) {
  const attachedIds = book.files.filter(({ role }) => role === 'audio_content').map(({ id }) => id);
  const grantedIds =
    parts.readings['flow.chapters-before-attach'] === '422-at-publish'
      ? await findGrantedTracks(book, completeChapters, parts)
      : [];
  return parts.rules
    .findUnmatchedChapters(completeChapters, [...attachedIds, ...grantedIds])
    .flatMap((index) =>
      createConcern(
        'chapters.file-must-match',
        'No audio file with this id is attached to the book.',
        {
          name: `chapters.${index}.fileId`,
        },
      ),
    );
}

/** Returns the ids of the chapters' audio files that were granted to the book, attached or not. */
async function findGrantedTracks(
  book: Book,
  completeChapters: readonly Chapter[],
  { store }: Parts,
) {
  const grants = await Promise.all(
    completeChapters.map(({ fileId }) => store.readGrant(fileId.toLowerCase())),
  );
  return grants.flatMap((grant) =>
    grant?.bookId === book.id && grant.role === 'audio_content' ? [grant.id] : [],
  );
}

/** Returns a concern for each entry with a shared file: at the end or, under another reading, after any entry. */
function findSharedFileConcerns(book: Book, completeChapters: readonly Chapter[], parts: Parts) {
  const { readings, rules } = parts;
  /** The numbers of entries after which the chapters are checked. */
  const chapterCounts = {
    'final-state': [completeChapters.length],
    'in-order': completeChapters.map((_chapter, index) => index + 1),
  }[readings['chapters.shared-file']];
  const sharedIds = new Set(
    chapterCounts.flatMap((count) =>
      rules.findSharedFiles(
        rules.mergeChapters(book.chapters ?? [], completeChapters.slice(0, count)),
      ),
    ),
  );
  return completeChapters.flatMap(({ fileId }, index) =>
    sharedIds.has(fileId.toLowerCase())
      ? createConcern('chapters.one-file-one-chapter', 'This file belongs to another chapter.', {
          name: `chapters.${index}.fileId`,
        })
      : [],
  );
}

function findTitleConcerns({ titleAscii }: Chapter, index: number, parts: Parts) {
  if (titleAscii === undefined || parts.rules.isAsciiOnly(titleAscii)) return [];
  return applyReading(parts.readings, 'chapters.title-ascii', {
    name: `chapters.${index}.titleAscii`,
    reason: 'This title contains characters that are not ASCII.',
  });
}

function findGapConcerns(
  book: Book,
  completeChapters: readonly Chapter[],
  { rules, readings }: Parts,
) {
  if (!rules.hasGaps(rules.mergeChapters(book.chapters ?? [], completeChapters))) return [];
  return applyReading(readings, 'chapters.gaps', {
    name: 'chapters',
    reason: 'The sequence numbers of the chapters have gaps.',
  });
}
