/** Looks at the files of a call before anything is read or sent: what is a slip is told at once. */
import type { FileRole } from './book.ts';
import { mediaTypeOf } from './upload-media-type.ts';
import { slip } from './upload-slip.ts';
import { sourceOf, type ChapterOfFile, type FileToUpload, type Source } from './upload-source.ts';

/** One file of a call, with everything told that can be told without reading it. */
export interface PlannedFile {
  /** Its place in the list that was given, from 0. */
  readonly file: number;
  readonly role: FileRole;
  readonly filename: string;
  readonly type: string;
  readonly source: Source;
  /** In lower case, where the caller knows it. */
  readonly sha256: string | undefined;
  readonly chapter: ChapterOfFile | undefined;
}

/**
 * @throws TypeError for a file without a name, media type or source, a hash that is none, and chapters
 *   that cannot all stand: on another role than `audio_content`, with a sequence that is no whole number
 *   from 1 on or is there twice, or for some tracks of the call only
 * @see document: File upload descriptor; Chapter
 */
export async function planFor(files: readonly FileToUpload[]): Promise<readonly PlannedFile[]> {
  const plan = await Promise.all(files.map(planned));
  if (plan.some(({ chapter }) => chapter !== undefined)) {
    const { checkChapters } = await import('./upload-chapters.ts');
    checkChapters(plan);
  }
  return plan;
}

async function planned(given: FileToUpload, file: number): Promise<PlannedFile> {
  const { role, chapter } = given;
  const source = await sourceOf(given);
  const filename = given.filename ?? source.filename ?? '';
  if (filename === '') throw slip(file, 'needs a filename, since its source has none');
  const type = given.type ?? mediaTypeOf({ filename, role, ownType: source.type });
  if (type === undefined) {
    throw slip(file, `(${filename}) needs a type, for example image/png: its name does not tell`);
  }
  const sha256 = given.sha256?.toLowerCase();
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256)) {
    throw slip(file, `(${filename}) has a sha256 that is not 64 hexadecimal characters`);
  }
  return { file, role, filename, type, source, sha256, chapter };
}
