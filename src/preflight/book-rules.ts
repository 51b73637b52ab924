/** Checks the fields of a book, such as its ISBN and publication date, and its chapters. */
import { hasNarrator } from '../rules/book-values.ts';
import { needsFinalVersion, parseCalendarDate, parseLooseDate, today } from '../rules/dates.ts';
import { hasBookPrefix, isValidIsbn13, removeSeparators } from '../rules/isbn.ts';
import type { RawIssue, CheckContext } from './rule.ts';
import type { CheckedChapter } from '../client/preflight.ts';
import {
  findRepeatedSequences,
  findSharedFiles,
  hasGaps,
  isAsciiOnly,
  lacksChapters,
} from '../rules/chapters.ts';

/** An ISBN with hyphens or another prefix causes only a warning, because the document does not mention these. */
export function checkIsbn({ call, book }: CheckContext): readonly RawIssue[] {
  if (typeof book?.isbn !== 'string') return [];
  const { checkedValue: isbn } = removeSeparators(book.isbn);
  const pointer = '/isbn';
  const received = JSON.stringify(book.isbn);
  if (!isValidIsbn13(isbn)) {
    const requirement = call === 'update' ? 'isbn.valid-on-update' : 'isbn.valid-on-create';
    return [{ requirement, severity: 'error', pointer, received }];
  }
  if (isbn !== book.isbn) {
    return [{ requirement: 'isbn.hyphens', severity: 'warning', pointer, received }];
  }
  if (hasBookPrefix(isbn)) return [];
  return [{ requirement: 'isbn.prefixes', severity: 'warning', pointer, received }];
}

export function checkPrintIsbn({ call, book }: CheckContext): readonly RawIssue[] {
  if ((call !== 'create' && call !== 'flow') || book?.format !== 'print') return [];
  if (typeof book.isbn === 'string' && book.isbn !== '') return [];
  const requirement = 'isbn.expected-for-print';
  return [{ requirement, severity: 'warning', pointer: '/isbn', received: 'no ISBN' }];
}

/** A valid day in another form causes only a warning, because the document does not say how strictly a date is read. */
export function checkPublicationDate({ call, book }: CheckContext): readonly RawIssue[] {
  const { publicationDate } = book ?? {};
  if (publicationDate === undefined || parseCalendarDate(publicationDate) !== undefined) return [];
  const pointer = '/publicationDate';
  const received = JSON.stringify(publicationDate);
  if (parseLooseDate(publicationDate) !== undefined) {
    return [{ requirement: 'date.form', severity: 'warning', pointer, received }];
  }
  const requirement = call === 'update' ? 'date.valid-on-update' : 'date.valid-on-create';
  return [{ requirement, severity: 'error', pointer, received }];
}

/** The time zones in which a day begins last and first, in minutes ahead of UTC. */
const zones = { last: -12 * 60, first: 14 * 60 } as const;
/** The final version window (document: States and transitions). */
const windowDays = 14;

/** A date is an error only if it is refused in every time zone, because the document does not say which time zone counts. */
export function checkFinalVersion({ call, book, now }: CheckContext): readonly RawIssue[] {
  if (call !== 'publish' && call !== 'flow') return [];
  const publicationDate = parseCalendarDate(book?.publicationDate ?? '');
  if (publicationDate === undefined) return [];
  const datedBook = { publicationDate, isFinalVersion: book?.isFinalVersion === true };
  const isNeeded = (minutesEast: number): boolean =>
    needsFinalVersion(datedBook, today(now, minutesEast), windowDays);
  if (!isNeeded(zones.first)) return [];
  const severity = isNeeded(zones.last) ? 'error' : 'warning';
  const uncertainty = severity === 'error' ? '' : ', within 14 days in some time zones';
  const received = `${publicationDate} without isFinalVersion${uncertainty}`;
  const pointer = '/publicationDate';
  return [{ requirement: 'publish.final-version-window', severity, pointer, received }];
}

/** A missing narrator is a warning for a draft, and an error on publish. */
export function checkNarrator({ call, book }: CheckContext): readonly RawIssue[] {
  if (book?.format !== 'audio' || hasNarrator(book.contributor ?? [])) return [];
  const severity = call === 'publish' || call === 'flow' ? 'error' : 'warning';
  const requirement = severity === 'error' ? 'publish.narrator' : 'contributor.narrator';
  const received = 'no contributor with the role "Narrated by"';
  return [{ requirement, severity, pointer: '/contributor', received }];
}

/** Checks the chapters of a book, or of its uploaded tracks. */
export function checkChapters(context: CheckContext): readonly RawIssue[] {
  const { call, book, files = [] } = context;
  const tracks = files.flatMap((file, index) =>
    file.role === 'audio_content' ? [{ index, chapter: file.chapter }] : [],
  );
  const chapters: readonly LocatedChapter[] = [
    ...(book?.chapters ?? []).map((chapter, index) => ({
      ...chapter,
      pointer: `/chapters/${index}`,
    })),
    ...tracks.flatMap(({ index, chapter }) =>
      chapter === undefined ? [] : [{ ...chapter, pointer: `/files/${index}/chapter` }],
    ),
  ];
  return [
    ...(call === 'publish' || call === 'flow' ? checkCompleteness(context, chapters) : []),
    ...checkTracksWithoutChapter(tracks),
    ...checkSharedFiles(chapters),
    ...checkSequences(chapters),
    ...chapters.flatMap(checkAsciiTitle),
  ];
}

type LocatedChapter = CheckedChapter & { readonly pointer: string };

/** Checks a call that needs all chapters of the book. An update or an upload may contain only some of them. */
function checkCompleteness(
  { book }: CheckContext,
  chapters: readonly LocatedChapter[],
): readonly RawIssue[] {
  if (book?.format !== 'audio') return [];
  const pointer = '/chapters';
  if (lacksChapters(chapters)) {
    const requirement = 'publish.chapters-present';
    return [{ requirement, severity: 'error', pointer, received: 'no chapter' }];
  }
  if (!hasGaps(chapters)) return [];
  const received = chapters.map(({ sequence }) => sequence).join(', ');
  return [{ requirement: 'chapters.gaps', severity: 'warning', pointer, received }];
}

/** Finds tracks without a chapter, unless no track has one, because a later update may add the chapters. */
function checkTracksWithoutChapter(
  tracks: readonly { readonly index: number; readonly chapter: unknown }[],
): readonly RawIssue[] {
  const tracksWithoutChapter = tracks.filter(({ chapter }) => chapter === undefined);
  if (tracksWithoutChapter.length === tracks.length) return [];
  const requirement = 'chapters.one-file-one-chapter';
  return tracksWithoutChapter.map(({ index }) => {
    const pointer = `/files/${index}/chapter`;
    return { requirement, severity: 'error', pointer, received: 'a track without a chapter' };
  });
}

function checkSharedFiles(chapters: readonly LocatedChapter[]): readonly RawIssue[] {
  const usedFiles = chapters.flatMap(({ fileId }) => (fileId === undefined ? [] : [{ fileId }]));
  const requirement = 'chapters.one-file-one-chapter';
  return findSharedFiles(usedFiles).map((id) => {
    const received = `${id} in more than one chapter`;
    return { requirement, severity: 'error', pointer: '/chapters', received };
  });
}

function checkSequences(chapters: readonly LocatedChapter[]): readonly RawIssue[] {
  const invalidChapters = chapters.filter(
    ({ sequence }) => !Number.isInteger(sequence) || sequence < 1,
  );
  const repeatedChapters = findRepeatedSequences(chapters).flatMap(
    (index) => chapters[index] ?? [],
  );
  return [
    ...invalidChapters.map((chapter) => createSequenceIssue(chapter, 'chapters.sequence', 'error')),
    ...repeatedChapters.map((chapter) =>
      createSequenceIssue(chapter, 'chapters.duplicate-sequence', 'warning'),
    ),
  ];
}

function createSequenceIssue(
  { pointer, sequence }: LocatedChapter,
  requirement: RawIssue['requirement'],
  severity: RawIssue['severity'],
): RawIssue {
  return { requirement, severity, pointer: `${pointer}/sequence`, received: String(sequence) };
}

function checkAsciiTitle({ pointer, title, titleAscii }: LocatedChapter): readonly RawIssue[] {
  if (typeof titleAscii !== 'string' || isAsciiOnly(titleAscii)) return [];
  const received = `${JSON.stringify(titleAscii)} next to ${JSON.stringify(title)}`;
  return [
    {
      requirement: 'chapters.title-ascii-only',
      severity: 'warning',
      pointer: `${pointer}/titleAscii`,
      received,
    },
  ];
}
