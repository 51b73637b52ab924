/** Checks chapters: one for each track, numbered from 1, with different titles. */
import type { CheckedChapter } from '../client/preflight.ts';
import { isAsciiOnly } from '../rules/ascii-only.ts';
import { hasGaps } from '../rules/has-gaps.ts';
import { lacksChapters } from '../rules/missing-chapters.ts';
import { findRepeatedSequences } from '../rules/repeated-sequences.ts';
import { findSharedFiles } from '../rules/shared-files.ts';
import type { Finding, Scene } from './finding.ts';

/** Checks the chapters of a book, or those that its tracks are given with. */
export function chapters(scene: Scene): readonly Finding[] {
  const { call, book, files = [] } = scene;
  const tracks = files.flatMap((file, index) =>
    file.role === 'audio_content' ? [{ index, chapter: file.chapter }] : [],
  );
  const given: readonly Placed[] = [
    ...(book?.chapters ?? []).map((chapter, index) => ({ ...chapter, at: `/chapters/${index}` })),
    ...tracks.flatMap(({ index, chapter }) =>
      chapter === undefined ? [] : [{ ...chapter, at: `/files/${index}/chapter` }],
    ),
  ];
  return [
    ...(call === 'publish' || call === 'flow' ? ofTheWhole(scene, given) : []),
    ...left(tracks),
    ...shared(given),
    ...numbered(given),
    ...given.flatMap(titled),
  ];
}

type Placed = CheckedChapter & { readonly at: string };

/** Checks that need all chapters of a book: an update or an upload may contain only some of them. */
function ofTheWhole({ book }: Scene, given: readonly Placed[]): readonly Finding[] {
  if (book?.format !== 'audio') return [];
  const pointer = '/chapters';
  if (lacksChapters(given)) {
    const requirement = 'publish.chapters-present';
    return [{ requirement, severity: 'error', pointer, received: 'no chapter' }];
  }
  if (!hasGaps(given)) return [];
  const received = given.map(({ sequence }) => sequence).join(', ');
  return [{ requirement: 'chapters.gaps', severity: 'warning', pointer, received }];
}

/** Tracks without a chapter. If no track has one, a later update may set them. */
function left(
  tracks: readonly { readonly index: number; readonly chapter: unknown }[],
): readonly Finding[] {
  const without = tracks.filter(({ chapter }) => chapter === undefined);
  if (without.length === tracks.length) return [];
  const requirement = 'chapters.one-file-one-chapter';
  return without.map(({ index }) => {
    const pointer = `/files/${index}/chapter`;
    return { requirement, severity: 'error', pointer, received: 'a track without a chapter' };
  });
}

function shared(given: readonly Placed[]): readonly Finding[] {
  const named = given.flatMap(({ fileId }) => (fileId === undefined ? [] : [{ fileId }]));
  const requirement = 'chapters.one-file-one-chapter';
  return findSharedFiles(named).map((id) => {
    const received = `${id} in more than one chapter`;
    return { requirement, severity: 'error', pointer: '/chapters', received };
  });
}

function numbered(given: readonly Placed[]): readonly Finding[] {
  const wrong = given.filter(({ sequence }) => !Number.isInteger(sequence) || sequence < 1);
  const repeated = findRepeatedSequences(given).flatMap((index) => given[index] ?? []);
  return [
    ...wrong.map((chapter) => atSequence(chapter, 'chapters.sequence', 'error')),
    ...repeated.map((chapter) => atSequence(chapter, 'chapters.duplicate-sequence', 'warning')),
  ];
}

function atSequence(
  { at, sequence }: Placed,
  requirement: Finding['requirement'],
  severity: Finding['severity'],
): Finding {
  return { requirement, severity, pointer: `${at}/sequence`, received: String(sequence) };
}

function titled({ at, title, titleAscii }: Placed): readonly Finding[] {
  if (typeof titleAscii !== 'string' || isAsciiOnly(titleAscii)) return [];
  const received = `${JSON.stringify(titleAscii)} next to ${JSON.stringify(title)}`;
  const pointer = `${at}/titleAscii`;
  return [{ requirement: 'chapters.title-ascii-only', severity: 'warning', pointer, received }];
}
