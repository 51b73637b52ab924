/** Plans: the calls that bring a book from its present state to the shops, one after the other. */
import { isArray } from '../../contract/json-pointer.ts';
import { getKnownValue } from '../../monitor/index.ts';
import type { FileRole } from '../arbitraries/index.ts';
import {
  author,
  createBookBody,
  createSampleFile,
  isNarrator,
  narrator,
} from '../arbitraries/index.ts';
import { type KnownBook, type KnownFile, listAttached, listMissingRoles } from './known-books.ts';
import type { Numbers } from './move.ts';
import type { Step } from './step.ts';

/** Returns the attached tracks of an audiobook. */
export function listTracks(target: KnownBook): readonly KnownFile[] {
  return listAttached(target, 'audio_content');
}

/** Returns a chapter for each track. */
export function toChapters(tracks: readonly KnownFile[]) {
  return tracks.map(({ number }, index) => ({
    fileId: `{file ${number}}`,
    sequence: index + 1,
    title: `Chapter ${index + 1}`,
  }));
}

/** Returns the request for uploads of files with these roles. */
export function requestUploads(
  { number }: Pick<KnownBook, 'number'>,
  roles: readonly FileRole[],
  numbers: Numbers,
): Step {
  const grants = roles.map(() => numbers.next());
  const json = roles.map((role, index) => ({
    referenceId: `file ${grants[index]}`,
    role,
    filename: createSampleFile(role, '').filename,
    hashSha256: `{hash ${grants[index]} ${role}}`,
  }));
  return { method: 'POST', path: `/books/{book ${number}}/upload`, json, grants };
}

/** A file of a history, whether the service has granted it or not. */
type NumberedFile = Pick<KnownFile, 'number' | 'role'>;

export function putFile({ number, role }: NumberedFile): Step {
  return { method: 'PUT', upload: number, bytes: { number, role } };
}

/** Returns the attach of a file, with the name that its descriptor has. */
export function attachFile(
  { number: book }: Pick<KnownBook, 'number'>,
  { number, role, file }: NumberedFile & Partial<KnownFile>,
): Step {
  const filename = file?.filename ?? createSampleFile(role, '').filename;
  const path = `/books/{book ${book}}/file/{file ${number}}/attach`;
  return { method: 'PATCH', path, json: { filename, hashSha256: `{hash ${number} ${role}}` } };
}

export function publish({ number }: Pick<KnownBook, 'number'>): Step {
  return { method: 'POST', path: `/books/{book ${number}}/publish`, json: {} };
}

export function unpublish({ number }: Pick<KnownBook, 'number'>): Step {
  return { method: 'POST', path: `/books/{book ${number}}/unpublish`, json: {} };
}

function update({ number }: Pick<KnownBook, 'number'>, json: unknown): Step {
  return { method: 'PATCH', path: `/books/{book ${number}}`, json };
}

/** A call towards a published book, and the file that it is about. */
interface PlannedStep {
  readonly step: Step;
  readonly file?: KnownFile;
}

/** Returns the next call towards a published book. */
export function planPublish(target: KnownBook, numbers: Numbers): PlannedStep {
  const missing = listMissingRoles(target);
  const isMissing = ({ role }: KnownFile): boolean =>
    missing.includes(role) || role === 'audio_content';
  const pending = target.files.filter((entry) => entry.file.attached === 'no' && isMissing(entry));
  const uploaded = pending.find(isUploaded);
  if (uploaded !== undefined) return { step: attachFile(target, uploaded), file: uploaded };
  const granted = pending.find(({ file }) => file.uploadCount === 0);
  if (granted !== undefined) return { step: putFile(granted), file: granted };
  if (missing.length > 0) {
    // Some audiobooks get two tracks.
    const needsTracks = missing.includes('audio_content') && target.number % 2 === 0;
    const tracks = needsTracks ? (['audio_content'] as const) : [];
    return { step: requestUploads(target, [...missing, ...tracks], numbers) };
  }
  return { step: planRest(target) };
}

/** Returns the next call towards a published book that has its files. */
function planRest(target: KnownBook): Step {
  if (target.format === 'audio' && !hasAllChapters(target)) {
    return update(target, { chapters: toChapters(listTracks(target)) });
  }
  const lost = listLostFields(target);
  if (Object.keys(lost).length > 0) return update(target, lost);
  // An update makes a withdrawn book a draft again.
  if (getKnownValue(target.book, 'isFinalVersion') !== true || target.status === 'withdrawn')
    return update(target, { isFinalVersion: true });
  return publish(target);
}

/** Returns whether a file has its declared bytes and waits for its attach. */
export function isUploaded({ file }: KnownFile): boolean {
  const { uploadCount, storedBytes, declaredHash, attached } = file;
  return attached === 'no' && uploadCount > 0 && storedBytes?.sha256 === declaredHash;
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns what a book of its format needs, and a call has removed. */
function listLostFields({ format, book, number }: KnownBook): Fields {
  const contributors = getKnownValue(book, 'contributor');
  const lacksNarrator = isArray(contributors) && !contributors.some(isNarrator);
  if (format === 'print')
    return getKnownValue(book, 'isbn') === null ? { isbn: `{isbn ${number}}` } : {};
  if (format !== 'audio') return {};
  const { audioDetails } = createBookBody(format, { run: 'planned', n: 1, variant: 1 });
  return {
    ...(lacksNarrator && { contributor: [author, narrator] }),
    ...(getKnownValue(book, 'audioDetails') === null && { audioDetails }),
  };
}

function hasAllChapters(target: KnownBook): boolean {
  const [known, ...others] = target.book.chapters ?? [];
  if (known === undefined || others.length > 0) return false;
  return listTracks(target).every(({ file }) => known.some(({ fileId }) => fileId === file.id));
}

/** Returns whether a book lacks at most the final flag, so that a publish can be refused for one reason only. */
export function isReady(target: KnownBook): boolean {
  return isComplete(target) && (target.format !== 'audio' || hasAllChapters(target));
}

/** Returns whether a book has all files that its format requires. */
export function isComplete(target: KnownBook): boolean {
  return listMissingRoles(target).length === 0;
}
