/** Checks the files of an upload before anything is read or sent. */
import type { FileRole } from '../contract.ts';
import type { ChapterOfFile } from '../errors/index.ts';
import { refuseValue } from '../json.ts';
import { createSource, type FileToUpload, type Source } from '../files/index.ts';

/** One file of an upload, with the facts that are known without reading it. */
export interface PlannedFile {
  /** Its index in the list of files. */
  readonly file: number;
  readonly role: FileRole;
  readonly filename: string;
  readonly type: string;
  readonly source: Source;
  /** In lower case; undefined if the caller does not give it. */
  readonly sha256: string | undefined;
  readonly chapter: ChapterOfFile | undefined;
}

/**
 * Plans an upload.
 *
 * @throws TypeError for a file without a name, media type or source, a malformed hash, or an invalid chapter: for
 *   another role than `audio_content`, without a title, with a sequence that is repeated or not a whole number from 1, or
 *   for only some of the tracks
 * @see document: File upload descriptor; Chapter
 */
export function planFiles(files: readonly FileToUpload[]): readonly PlannedFile[] {
  if (!Array.isArray(files)) refuseValue('files', files, 'an array');
  const plan = files.map(planFile);
  if (plan.some(({ chapter }) => chapter !== undefined)) checkChapters(plan);
  return plan;
}

function planFile(input: FileToUpload, file: number): PlannedFile {
  const { role, chapter } = input;
  const source = createSource(input);
  const filename = input.filename ?? source.filename ?? '';
  const listed = { file, filename };
  if (filename === '') refuseFile(listed, 'needs a filename');
  const extension = /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
  const type = input.type ?? mediaTypes[extension] ?? source.type ?? '';
  if (!/^[ -~]+$/.test(type)) refuseFile(listed, 'needs a type such as image/png');
  const sha256 = input.sha256?.toLowerCase();
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256)) {
    refuseFile(listed, 'has a sha256 that is not 64 hexadecimal characters');
  }
  // A copy, because the chapters are set at the end.
  return { file, role, filename, type, source, sha256, chapter: chapter && { ...chapter } };
}

function checkChapters(plan: readonly PlannedFile[]): void {
  const sequences = new Set<number>();
  for (const listed of plan) {
    const { role, chapter } = listed;
    const isTrack = role === 'audio_content';
    if (isTrack !== (chapter !== undefined)) {
      refuseFile(
        listed,
        isTrack ? 'has no chapter, but other tracks have one' : `has a chapter as ${role}`,
      );
    }
    if (chapter === undefined) continue;
    const { sequence, title } = chapter;
    if (!Number.isSafeInteger(sequence) || sequence < 1 || sequences.has(sequence)) {
      refuseFile(
        listed,
        `has the chapter sequence ${sequence}; each counts from 1 and is used once`,
      );
    }
    if (typeof title !== 'string') refuseFile(listed, 'has a chapter without a title');
    sequences.add(sequence);
  }
}

function refuseFile(
  { file, filename }: Pick<PlannedFile, 'file' | 'filename'>,
  problem: string,
): never {
  const name = filename && ` (${filename})`;
  throw new TypeError(`files[${file}]${name} ${problem}. Nothing was sent.`);
}

/** The media types of the file formats in the document, by extension (document: Endpoints, File guidance). */
const mediaTypes: Readonly<Record<string, string>> = {
  epub: 'application/epub+zip',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  mp3: 'audio/mpeg',
  pdf: 'application/pdf',
  png: 'image/png',
};
