/** Uploads and attaches the files of a new book, with mistakes that a service must refuse. */
import type { Exchange } from '../../../src/harness/evidence/index.ts';
import type { Book, GrantedFile, Stage } from '../../../src/harness/stage/index.ts';
import {
  type Chapter,
  type FileRole,
  createMixedTitle,
  requiredRoles,
} from '../../../src/harness/values/index.ts';
import { isAccepted, attachFile, putFile, requireValue, uploadFiles } from '../steps/index.ts';
import { attachOther } from './edits.ts';

/** The position of a book among all lives, and among those of its format. */
interface LifePosition {
  readonly turn: number;
  readonly indexInFormat: number;
}

/** Uploads other bytes than requested, and attaches them with the requested hash. */
async function attachOtherBytes(t: Stage, book: Book, role: FileRole): Promise<void> {
  const file = t.make.sample(role);
  const { hashSha256 } = t.make.sample(role);
  const [grant] = await t.make.requestGrants(book, [{ ...file, hashSha256 }]);
  if (grant === undefined) return;
  await t.ask.put(grant.url, file.bytes, file.contentType);
  await attachFile(t, book, grant);
}

/** Attaches a file with a given content type; many clients add the charset to that of JSON. */
async function attachAs(
  t: Stage,
  { id }: Book,
  { grant, contentType }: { readonly grant: GrantedFile; readonly contentType: string },
): Promise<Exchange> {
  const { filename, hashSha256 } = grant.file;
  const path = `/books/${id}/file/${grant.fileId}/attach`;
  return t.wire({ method: 'PATCH', path, json: { filename, hashSha256 }, contentType });
}

/** Uploads and attaches a new file of a role, because a service may drop bytes that did not match. */
async function uploadAgain(t: Stage, book: Book, role: FileRole): Promise<GrantedFile> {
  const [grant] = await uploadFiles(t, book, [role]);
  const freshGrant = requireValue(grant, 'no grant was received');
  t.need.accepted(await attachFile(t, book, freshGrant));
  return freshGrant;
}

/**
 * Uploads and attaches the files of a book, from one or two upload requests. One of them is first attached
 * with a hash that does not match its bytes.
 */
export async function addFiles(
  t: Stage,
  book: Book,
  { turn, indexInFormat }: LifePosition,
): Promise<GrantedFile[]> {
  const [content, cover] = requiredRoles[book.format];
  const contents = book.format === 'audio' ? [content, content] : [content];
  const batches = turn % 2 === 1 ? [contents, [cover]] : [[...contents, cover]];
  const files: GrantedFile[] = [];
  if (indexInFormat === 2) await attachOtherBytes(t, book, cover);
  for (const batch of batches) {
    for (const grant of await uploadFiles(t, book, batch)) {
      files.push(await attachWithMistakes(t, book, { grant, indexInFormat }));
    }
  }
  return files;
}

/** Attaches a file, in some lives after an attach with a mistake. */
async function attachWithMistakes(
  t: Stage,
  book: Book,
  { grant, indexInFormat }: { readonly grant: GrantedFile; readonly indexInFormat: number },
): Promise<GrantedFile> {
  const { role } = grant.file;
  const [content, cover] = requiredRoles[book.format];
  const mismatchedRole = [cover, content][indexInFormat];
  if (role === mismatchedRole) await attachOther(t, book, grant);
  if (role === cover && indexInFormat === 2) {
    await attachAs(t, book, { grant, contentType: 'text/plain' });
  }
  const response = await (indexInFormat === 1
    ? attachAs(t, book, { grant, contentType: 'application/json; charset=utf-8' })
    : attachFile(t, book, grant));
  if (!isAccepted(response)) return uploadAgain(t, book, role);
  // Sends the same bytes again after the attach; the monitor judges the response.
  if (indexInFormat === 1) await putFile(t, grant);
  return grant;
}

/** Returns a chapter for each track, with a title in mixed scripts and an ASCII title. */
export function createChapters(files: readonly GrantedFile[], turn: number): Chapter[] {
  return files
    .filter(({ file }) => file.role === 'audio_content')
    .map(({ fileId }, index) => ({
      fileId,
      sequence: index + 1,
      title: `${createMixedTitle(turn + index)} ${index + 1}`,
      titleAscii: `Chapter ${index + 1}`,
    }));
}
