/** Checks chapters: one for each track, with sequences from 1 and ASCII titles. */
import type { CheckedChapter } from '../client/preflight.ts';
import {
  findRepeatedSequences,
  findSharedFiles,
  hasGaps,
  isAsciiOnly,
  lacksChapters,
} from '../rules/chapters.ts';
import type { RawIssue, CheckContext } from './rule.ts';

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
