/** The final validation: every reason not to publish a book. */
import type { Book } from '../book/index.ts';
import { findFormatConcerns } from './format-concerns.ts';
import type { Call, Parts } from '../replaceable-parts/index.ts';
import { type Concern, createConcern } from '../readings/index.ts';

export function findPublishConcerns(book: Book, { now }: Call, parts: Parts): readonly Concern[] {
  return [
    ...findWindowConcerns(book, now, parts),
    ...findFormatConcerns(book, 'publish', parts),
    ...findChapterConcerns(book, parts),
    ...findFileConcerns(book, parts),
  ];
}

function findWindowConcerns(book: Book, now: number, { rules, readings }: Parts) {
  if (!rules.needsFinalVersion(book, rules.today(now))) return [];
  const place = {
    'is-final-version': { name: 'isFinalVersion' },
    'publication-date': { name: 'publicationDate' },
    empty: {},
  }[readings['publish.invalid-params-name']];
  const reason = `A book dated ${book.publicationDate} can be published only as a final version.`;
  return createConcern('publish.final-version-window', reason, place);
}

const unattachedReason = 'A chapter names a file that is not attached.';

function findChapterConcerns(book: Book, { rules, readings }: Parts): readonly Concern[] {
  if (book.format !== 'audio') return [];
  const chapters = book.chapters ?? [];
  const place = { name: 'chapters' };
  if (rules.lacksChapters(chapters)) {
    return createConcern('publish.chapters-present', 'An audiobook needs chapters.', place);
  }
  const tracks = book.files.filter(({ role }) => role === 'audio_content').map(({ id }) => id);
  const checksFiles =
    readings['publish.unmapped-file'] === '422' &&
    readings['publish.missing-chapters'] === 'any-unmapped-file';
  return [
    ...(rules.findUnmatchedChapters(chapters, tracks).length > 0
      ? createConcern('chapters.file-must-match', unattachedReason, place)
      : []),
    ...(checksFiles && rules.findUnmappedFiles(tracks, chapters).length > 0
      ? createConcern('publish.unmapped-file', 'An audio file belongs to no chapter.', place)
      : []),
    ...(readings['chapters.gaps'] === '422-at-publish' && rules.hasGaps(chapters)
      ? createConcern('chapters.gaps', 'The sequence numbers of the chapters have gaps.', place)
      : []),
  ];
}

/** Returns concerns about missing content and cover files, if the reading requires more than the document lists. */
function findFileConcerns({ format, files }: Book, { rules, readings }: Parts): readonly Concern[] {
  if (readings['publish.validation-content'] === 'only-listed') return [];
  return rules
    .findMissingRoles(format, files)
    .filter((role) => readings['flow.cover-mandatory'] === 'yes' || !role.endsWith('_cover'))
    .flatMap((role) => {
      const reason = `No file with the role ${role} is attached.`;
      return createConcern('publish.validation-content', reason, { name: 'files' });
    });
}
