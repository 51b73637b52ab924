/** Concerns about the chapters that an update sends. */
import type { Book, Chapter } from '../book/index.ts';
import type { SandboxParts } from '../parts/index.ts';
import { type Concern, open, stated } from '../readings/index.ts';

interface SentChapters {
  /** As sent; an entry of an existing chapter keeps the fields that it does not mention. */
  readonly chapters: readonly Partial<Chapter>[];
  /** The entries that have every required field. */
  readonly whole: readonly Chapter[];
}

export async function chapterConcerns(
  book: Book,
  { chapters, whole }: SentChapters,
  parts: SandboxParts,
): Promise<readonly Concern[]> {
  return [
    ...chapters.flatMap((entry, index) => incompleteConcerns(entry, index)),
    ...repeatedConcerns(whole, parts),
    ...(await unmatchedConcerns(book, whole, parts)),
    ...sharingConcerns(book, whole, parts),
    ...whole.flatMap((chapter, index) => titleConcerns(chapter, index, parts)),
    ...gapConcerns(book, whole, parts),
  ];
}

function incompleteConcerns(entry: Partial<Chapter>, index: number): readonly Concern[] {
  return (['fileId', 'title'] as const)
    .filter((field) => entry[field] === undefined)
    .flatMap((field) =>
      stated('update.schema-400', `A new chapter needs its ${field}.`, {
        status: 400,
        name: `chapters.${index}.${field}`,
      }),
    );
}

function repeatedConcerns(whole: readonly Chapter[], { rules, readings }: SandboxParts) {
  return rules.repeatedSequences(whole).flatMap((index) =>
    open(readings, 'chapters.duplicate-sequence', {
      name: `chapters.${index}.sequence`,
      reason: 'This sequence was used before in the same request.',
    }),
  );
}

async function unmatchedConcerns(book: Book, whole: readonly Chapter[], parts: SandboxParts) {
  const attached = book.files.filter(({ role }) => role === 'audio_content').map(({ id }) => id);
  const granted =
    parts.readings['flow.chapters-before-attach'] === '422-at-publish'
      ? await grantedTracks(book, whole, parts)
      : [];
  return parts.rules.unmatchedChapters(whole, [...attached, ...granted]).flatMap((index) =>
    stated('chapters.file-must-match', 'No track with this id is attached here.', {
      name: `chapters.${index}.fileId`,
    }),
  );
}

async function grantedTracks(book: Book, whole: readonly Chapter[], { store }: SandboxParts) {
  const grants = await Promise.all(
    whole.map(({ fileId }) => store.readGrant(fileId.toLowerCase())),
  );
  return grants.flatMap((grant) =>
    grant?.bookId === book.id && grant.role === 'audio_content' ? [grant.id] : [],
  );
}

/** The reading says which list is checked: the final one, or the one after each entry. */
function sharingConcerns(book: Book, whole: readonly Chapter[], parts: SandboxParts) {
  const { readings, rules } = parts;
  const steps = {
    'final-state': [whole.length],
    'in-order': whole.map((_one, index) => index + 1),
  }[readings['chapters.shared-file']];
  const shared = new Set(
    steps.flatMap((end) =>
      rules.sharedFiles(rules.mergeChapters(book.chapters ?? [], whole.slice(0, end))),
    ),
  );
  return whole.flatMap(({ fileId }, index) =>
    shared.has(fileId.toLowerCase())
      ? stated('chapters.one-file-one-chapter', 'This file belongs to another chapter.', {
          name: `chapters.${index}.fileId`,
        })
      : [],
  );
}

function titleConcerns({ titleAscii }: Chapter, index: number, parts: SandboxParts) {
  if (titleAscii === undefined || parts.rules.asciiOnly(titleAscii)) return [];
  return open(parts.readings, 'chapters.title-ascii', {
    name: `chapters.${index}.titleAscii`,
    reason: 'This title contains characters that are not ASCII.',
  });
}

function gapConcerns(book: Book, whole: readonly Chapter[], { rules, readings }: SandboxParts) {
  if (!rules.hasGaps(rules.mergeChapters(book.chapters ?? [], whole))) return [];
  return open(readings, 'chapters.gaps', {
    name: 'chapters',
    reason: 'The sequence numbers of the chapters have gaps.',
  });
}
