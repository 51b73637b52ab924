/** PATCH attach: an uploaded file becomes part of its book, once its hash matches the bytes. */
import { changeBook, findBook } from '../changes/index.ts';
import { contentConcerns } from '../concerns/index.ts';
import type { Book, Grant } from '../book/index.ts';
import type { Call, Operate, SandboxParts } from '../parts/index.ts';
import {
  type Concern,
  type Readings,
  Refusal,
  type Subject,
  notFound,
  readingConcern,
  refuseIfAny,
  documentedConcern,
} from '../readings/index.ts';
import { typedBody } from '../shapes/index.ts';

export const attachFile: Operate = async (call, parts) => {
  const find = () => findBook(call, parts, 'attach.unknown-404');
  if (await isAcceptedAfterDelete(call, parts)) return parts.present.attached(call.fileId);
  const book = await find();
  const grant = await findGrant(book, call, parts);
  checkFile(grant, call, parts);
  refuseIfAny(await contentConcerns([grant], 'attach', parts));
  await changeBook(find, (found) => addFile(found, grant, parts), { call, parts });
  // From now on the compared bytes count, even if others have arrived in between.
  await parts.store.noteAttached(grant.id, call.now, grant.storedHash);
  return parts.present.attached(grant.id);
};

/** Returns whether the file belongs to a deleted book whose files are still accepted. */
async function isAcceptedAfterDelete(
  call: Call,
  { readings, store }: SandboxParts,
): Promise<boolean> {
  if (readings['delete.grants'] === '404') return false;
  const book = await store.readBook(call.bookId);
  const grant = await store.readGrant(call.fileId);
  const isOwn = book?.account === call.account.id && grant?.bookId === book.id;
  return isOwn && book.deletedAt !== undefined;
}

async function findGrant(book: Book, call: Call, parts: SandboxParts): Promise<Grant> {
  const grant = await parts.store.readGrant(call.fileId);
  if (grant === undefined) throw notFound('attach.unknown-404', 'File not found.');
  if (grant.bookId === book.id) return grant;
  const reason = 'The file was granted for another book.';
  if (parts.readings['attach.other-book'] === '422') {
    refuseIfAny(documentedConcern('attach.other-book', reason, { name: 'fileId' }));
  }
  throw notFound('attach.unknown-404', 'File not found.');
}

/** Refuses a file whose bytes, hash or name differ from those announced. */
function checkFile(grant: Grant, call: Call, parts: SandboxParts): void {
  const { readings, rules } = parts;
  const { filename, hashSha256 } = typedBody('attachFile', call);
  refuseIfAny([
    ...expiryConcerns(grant, call, parts),
    ...(grant.attachedAt === null
      ? []
      : readingConcern(readings, 'attach.twice', { reason: 'The file is attached already.' })),
    ...(grant.uploads > 1 && readings['put.reused'] === 'attach-409'
      ? documentedConcern('put.used-url', 'The URL was used twice.', { status: 409 })
      : []),
  ]);
  if (grant.storedHash === null) throw notUploaded(readings['attach.before-put']);
  const matchesDeclared =
    readings['attach.hash-differs'] === 'only-bytes' || rules.isSameHash(hashSha256, grant.hash);
  if (!matchesDeclared || !rules.isSameHash(hashSha256, grant.storedHash))
    throw hashMismatch(readings);
  if (filename !== grant.filename && grant.filename !== '') {
    const reason = 'The file was announced under another name.';
    refuseIfAny(readingConcern(readings, 'attach.filename-differs', { name: 'filename', reason }));
  }
}

function expiryConcerns(grant: Grant, call: Call, { readings, rules }: SandboxParts) {
  if (rules.isUploadOpen(grant.expiresAt, call.now)) return [];
  return readingConcern(readings, 'attach.after-expiry', {
    reason: 'The deadline of the file is over.',
  });
}

/** A checksum error may have its own body; any other refusal with that status may not. */
const subjects: Readonly<Record<string, Subject>> = { '404': 'absent', '422': 'checksum' };

function notUploaded(reading: string): Refusal {
  return new Refusal({
    status: Number(reading),
    requirement: 'attach.before-put',
    subject: subjects[reading] ?? 'request',
    detail: 'No bytes of this file have arrived yet.',
  });
}

/** A Problem has the status 422. A message has the status that the reading chooses. */
function hashMismatch(readings: Readings): Refusal {
  const asMessage = readings['attach.mismatch-body'] === 'message';
  const reason = 'The hash does not match the uploaded bytes.';
  return new Refusal({
    status: asMessage ? Number(readings['message.404-and-422']) : 422,
    requirement: 'attach.hash-mismatch-422',
    subject: 'checksum',
    detail: reason,
    invalidParams: [{ name: 'hashSha256', reason }],
  });
}

function addFile(book: Book, grant: Grant, { readings, rules }: SandboxParts): Book {
  const { reviewedAt: _reviewedAt, ...fields } = book;
  const file = { id: grant.id, role: grant.role, filename: grant.filename };
  refuseIfAny(secondFileConcerns(book, file, { readings, rules }));
  return {
    ...fields,
    status: rules.afterAttach(book.status),
    files: rules.addAttachedFile(book.files, file),
  };
}

function secondFileConcerns(
  book: Book,
  file: Book['files'][number],
  { readings, rules }: Pick<SandboxParts, 'readings' | 'rules'>,
): readonly Concern[] {
  if (!rules.isSecondOfRole(book.files, file)) return [];
  const reason = `The book has a file with the role ${file.role} already.`;
  return readingConcern(readings, 'attach.second-content', { reason });
}
