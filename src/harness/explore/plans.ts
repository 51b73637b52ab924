/** Plans: the calls that bring a book from its present state to the shops, one after the other. */
import { getKnownValue } from '../../monitor/index.ts';
import type { FileRole } from '../arbitraries/index.ts';
import { createSampleFile } from '../arbitraries/index.ts';
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

export function attachFile(
  { number: book }: Pick<KnownBook, 'number'>,
  { number, role }: NumberedFile,
): Step {
  const { filename } = createSampleFile(role, '');
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

/** Returns the next call towards a published book. */
export function planPublish(target: KnownBook, numbers: Numbers): Step {
  const missing = listMissingRoles(target);
  const isMissing = ({ role }: KnownFile): boolean =>
    missing.includes(role) || role === 'audio_content';
  const pending = target.files.filter((entry) => entry.file.attached === 'no' && isMissing(entry));
  const uploaded = pending.find(({ file }) => file.uploadCount > 0 && isAsDeclared(file));
  if (uploaded !== undefined) return attachFile(target, uploaded);
  const granted = pending.find(({ file }) => file.uploadCount === 0);
  if (granted !== undefined) return putFile(granted);
  if (missing.length > 0) {
    // Some audiobooks get two tracks.
    const needsTracks = missing.includes('audio_content') && target.number % 2 === 0;
    const tracks = needsTracks ? (['audio_content'] as const) : [];
    return requestUploads(target, [...missing, ...tracks], numbers);
  }
  if (target.format === 'audio' && !hasAllChapters(target)) {
    return update(target, { chapters: toChapters(listTracks(target)) });
  }
  if (getKnownValue(target.book, 'isFinalVersion') !== true)
    return update(target, { isFinalVersion: true });
  return publish(target);
}

function isAsDeclared({ storedBytes, declaredHash }: KnownFile['file']): boolean {
  return storedBytes?.sha256 === declaredHash;
}

function hasAllChapters(target: KnownBook): boolean {
  const [known, ...others] = target.book.chapters ?? [];
  if (known === undefined || others.length > 0) return false;
  return listTracks(target).every(({ file }) => known.some(({ fileId }) => fileId === file.id));
}

/** Returns whether a book has all files that its format requires. */
export function isComplete(target: KnownBook): boolean {
  return listMissingRoles(target).length === 0;
}
