/** Concerns about the chapters that an update sends. */
import type { Book, Chapter } from '../book/index.ts';
import type { SandboxParts } from '../parts/index.ts';
import { type Concern, readingConcern, documentedConcern } from '../readings/index.ts';

interface ChapterEntries {
  /** As sent; an entry of an existing chapter keeps the fields that it does not mention. */
  readonly chapters: readonly Partial<Chapter>[];
  /** The entries that have every required field. */
  readonly complete: readonly Chapter[];
}

export async function chapterConcerns(
  book: Book,
  { chapters, complete }: ChapterEntries,
  parts: SandboxParts,
): Promise<readonly Concern[]> {
  return [
    ...chapters.flatMap((entry, index) => incompleteConcerns(entry, index)),
    ...repeatedConcerns(complete, parts),
    ...(await unmatchedConcerns(book, complete, parts)),
    ...sharingConcerns(book, complete, parts),
    ...complete.flatMap((chapter, index) => titleConcerns(chapter, index, parts)),
    ...gapConcerns(book, complete, parts),
  ];
}

function incompleteConcerns(entry: Partial<Chapter>, index: number): readonly Concern[] {
  return (['fileId', 'title'] as const)
    .filter((field) => entry[field] === undefined)
    .flatMap((field) =>
      documentedConcern('update.schema-400', `A new chapter needs its ${field}.`, {
        status: 400,
        name: `chapters.${index}.${field}`,
      }),
    );
}

function repeatedConcerns(complete: readonly Chapter[], { rules, readings }: SandboxParts) {
  return rules.findRepeatedSequences(complete).flatMap((index) =>
    readingConcern(readings, 'chapters.duplicate-sequence', {
      name: `chapters.${index}.sequence`,
      reason: 'This sequence was used before in the same request.',
    }),
  );
}

async function unmatchedConcerns(book: Book, complete: readonly Chapter[], parts: SandboxParts) {
  const attached = book.files.filter(({ role }) => role === 'audio_content').map(({ id }) => id);
  const granted =
    parts.readings['flow.chapters-before-attach'] === '422-at-publish'
      ? await findGrantedTracks(book, complete, parts)
      : [];
  return parts.rules.findUnmatchedChapters(complete, [...attached, ...granted]).flatMap((index) =>
    documentedConcern('chapters.file-must-match', 'No track with this id is attached here.', {
      name: `chapters.${index}.fileId`,
    }),
  );
}

async function findGrantedTracks(
  book: Book,
  complete: readonly Chapter[],
  { store }: SandboxParts,
) {
  const grants = await Promise.all(
    complete.map(({ fileId }) => store.readGrant(fileId.toLowerCase())),
  );
  return grants.flatMap((grant) =>
    grant?.bookId === book.id && grant.role === 'audio_content' ? [grant.id] : [],
  );
}

/** The reading says which list is checked: the final one, or the one after each entry. */
function sharingConcerns(book: Book, complete: readonly Chapter[], parts: SandboxParts) {
  const { readings, rules } = parts;
  const steps = {
    'final-state': [complete.length],
    'in-order': complete.map((_chapter, index) => index + 1),
  }[readings['chapters.shared-file']];
  const shared = new Set(
    steps.flatMap((end) =>
      rules.findSharedFiles(rules.mergeChapters(book.chapters ?? [], complete.slice(0, end))),
    ),
  );
  return complete.flatMap(({ fileId }, index) =>
    shared.has(fileId.toLowerCase())
      ? documentedConcern(
          'chapters.one-file-one-chapter',
          'This file belongs to another chapter.',
          {
            name: `chapters.${index}.fileId`,
          },
        )
      : [],
  );
}

function titleConcerns({ titleAscii }: Chapter, index: number, parts: SandboxParts) {
  if (titleAscii === undefined || parts.rules.isAsciiOnly(titleAscii)) return [];
  return readingConcern(parts.readings, 'chapters.title-ascii', {
    name: `chapters.${index}.titleAscii`,
    reason: 'This title contains characters that are not ASCII.',
  });
}

function gapConcerns(book: Book, complete: readonly Chapter[], { rules, readings }: SandboxParts) {
  if (!rules.hasGaps(rules.mergeChapters(book.chapters ?? [], complete))) return [];
  return readingConcern(readings, 'chapters.gaps', {
    name: 'chapters',
    reason: 'The sequence numbers of the chapters have gaps.',
  });
}
