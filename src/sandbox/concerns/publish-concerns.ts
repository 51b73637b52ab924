/** The final validation: every reason not to publish a book. */
import type { Book } from '../book/index.ts';
import { audioDetailsConcerns, narratorConcerns, printIsbnConcerns } from './format-concerns.ts';
import type { Call, SandboxParts } from '../parts/index.ts';
import { type Concern, type Readings, documentedConcern } from '../readings/index.ts';

type Parts = Pick<SandboxParts, 'rules' | 'readings'>;

export function publishConcerns(book: Book, { now }: Call, parts: Parts): readonly Concern[] {
  return [
    ...windowConcerns(book, now, parts),
    ...narratorConcerns(book, 'publish', parts),
    ...chapterConcerns(book, parts),
    ...printIsbnConcerns(book, 'publish', parts),
    ...audioDetailsConcerns(book, 'publish', parts),
    ...fileConcerns(book, parts),
  ];
}

function windowConcerns(book: Book, now: number, { rules, readings }: Parts): readonly Concern[] {
  if (!rules.needsFinalVersion(book, rules.today(now))) return [];
  const name = blamedFields[readings['publish.invalid-params-name']];
  const reason = `A book dated ${book.publicationDate} is only published as a final version.`;
  return documentedConcern(
    'publish.final-version-window',
    reason,
    name === undefined ? {} : { name },
  );
}

const blamedFields: Readonly<Record<Readings['publish.invalid-params-name'], string | undefined>> =
  {
    'is-final-version': 'isFinalVersion',
    'publication-date': 'publicationDate',
    empty: undefined,
  };

function chapterConcerns(book: Book, { rules, readings }: Parts): readonly Concern[] {
  if (book.format !== 'audio') return [];
  const chapters = book.chapters ?? [];
  const place = { name: 'chapters' };
  if (rules.lacksChapters(chapters)) {
    return documentedConcern('publish.chapters-present', 'An audiobook needs chapters.', place);
  }
  const tracks = book.files.filter(({ role }) => role === 'audio_content').map(({ id }) => id);
  const checksFiles =
    readings['publish.unmapped-file'] === '422' &&
    readings['publish.missing-chapters'] === 'any-unmapped-file';
  return [
    ...(rules.findUnmatchedChapters(chapters, tracks).length > 0
      ? documentedConcern(
          'chapters.file-must-match',
          'A chapter names a file that is not attached.',
          place,
        )
      : []),
    ...(checksFiles && rules.findUnmappedFiles(tracks, chapters).length > 0
      ? documentedConcern('publish.unmapped-file', 'An audio file belongs to no chapter.', place)
      : []),
    ...(readings['chapters.gaps'] === '422-at-publish' && rules.hasGaps(chapters)
      ? documentedConcern('chapters.gaps', 'The sequence numbers of the chapters have gaps.', place)
      : []),
  ];
}

/** One content file and one cover, if the final validation requires more than the document lists. */
function fileConcerns({ format, files }: Book, { rules, readings }: Parts): readonly Concern[] {
  if (readings['publish.validation-content'] === 'only-listed') return [];
  return rules
    .findMissingRoles(format, files)
    .filter((role) => readings['flow.cover-mandatory'] === 'yes' || !role.endsWith('_cover'))
    .flatMap((role) =>
      documentedConcern(
        'publish.validation-content',
        `No file with the role ${role} is attached.`,
        {
          name: 'files',
        },
      ),
    );
}
