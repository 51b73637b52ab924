/** Uploads and attaches the files of a new book, with mistakes that a service must notice. */
import type { Exchange } from '../../../src/harness/evidence/index.ts';
import type { Book, GrantedFile, Stage } from '../../../src/harness/stage/index.ts';
import {
  type Chapter,
  type FileRole,
  mixedTitle,
  requiredRoles,
} from '../../../src/harness/values/index.ts';
import { isAccepted, attachFile, requireValue, uploadFiles } from '../steps/index.ts';
import { attachOther } from './edits.ts';

/** The place of a book among all, and among those of its format. */
interface Place {
  readonly turn: number;
  readonly lifeNumber: number;
}

/** Uploads other bytes than announced, and attaches them with the announced hash. */
async function attachOtherBytes(t: Stage, book: Book, role: FileRole): Promise<void> {
  const file = t.make.sample(role);
  const { hashSha256 } = t.make.sample(role);
  const [grant] = await t.make.requestGrants(book, [{ ...file, hashSha256 }]);
  if (grant === undefined) return;
  await t.ask.put(grant.url, file.bytes, file.contentType);
  await attachFile(t, book, grant);
}

/** Attaches a file with a content type of its own. Many clients name the encoding of their JSON. */
async function attachAs(
  t: Stage,
  { id }: Book,
  { grant, contentType }: { readonly grant: GrantedFile; readonly contentType: string },
): Promise<Exchange> {
  const { filename, hashSha256 } = grant.file;
  const path = `/books/${id}/file/${grant.fileId}/attach`;
  return t.wire({ method: 'PATCH', path, json: { filename, hashSha256 }, contentType });
}

/** A service may drop bytes that did not match, so the file is uploaded once more. */
async function uploadAgain(t: Stage, book: Book, role: FileRole): Promise<GrantedFile> {
  const [grant] = await uploadFiles(t, book, [role]);
  const fresh = requireValue(grant, 'no grant was received');
  t.need.accepted(await attachFile(t, book, fresh));
  return fresh;
}

/**
 * Announces files together or one by one, sends their bytes and attaches them. One of them is first attached with a
 * hash that its bytes do not have: that of another file, or the announced one.
 */
export async function addFiles(
  t: Stage,
  book: Book,
  { turn, lifeNumber }: Place,
): Promise<GrantedFile[]> {
  const [content, cover] = requiredRoles[book.format];
  const contents = book.format === 'audio' ? [content, content] : [content];
  const batches = turn % 2 === 1 ? [contents, [cover]] : [[...contents, cover]];
  const files: GrantedFile[] = [];
  const mismatched = [cover, content][lifeNumber];
  if (lifeNumber === 2) await attachOtherBytes(t, book, cover);
  for (const batch of batches) {
    for (const grant of await uploadFiles(t, book, batch)) {
      const { role } = grant.file;
      if (role === mismatched) await attachOther(t, book, grant);
      if (role === cover && lifeNumber === 2)
        await attachAs(t, book, { grant, contentType: 'text/plain' });
      const attached = isAccepted(
        await (lifeNumber === 1
          ? attachAs(t, book, { grant, contentType: 'application/json; charset=utf-8' })
          : attachFile(t, book, grant)),
      );
      files.push(attached ? grant : await uploadAgain(t, book, role));
      // Sends the same bytes again after the attach; the monitor judges the response.
      if (lifeNumber === 1 && attached)
        await t.ask.put(grant.url, grant.file.bytes, grant.file.contentType);
    }
  }
  return files;
}

/** One chapter for each track, the first with a title in other letters. */
export function createChapters(files: readonly GrantedFile[], turn: number): Chapter[] {
  return files
    .filter(({ file }) => file.role === 'audio_content')
    .map(({ fileId }, index) => ({
      fileId,
      sequence: index + 1,
      title: `${mixedTitle(turn + index)} ${index + 1}`,
      titleAscii: `Chapter ${index + 1}`,
    }));
}
