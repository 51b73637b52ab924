/** PATCH attach: adds an uploaded file to its book if the hash matches the bytes. */
import { changeBook, findBook } from '../changes.ts';
import { findContentConcerns } from '../concerns/index.ts';
import type { Book, Grant } from '../book/index.ts';
import type { Call, Operate, Parts } from '../replaceable-parts/index.ts';
import {
  type Readings,
  Refusal,
  type Subject,
  createNotFound,
  applyReading,
  refuseIfAny,
  createConcern,
} from '../readings/index.ts';
import { getBody } from '../shapes/index.ts';

export const attachFile: Operate = async (call, parts) => {
  const find = () => findBook(call, parts, 'attach.unknown-404');
  if (await isAcceptedAfterDelete(call, parts)) return parts.present.attach(call.fileId);
  const book = await find();
  const grant = await findGrant(book, call, parts);
  checkFile(grant, call, parts);
  refuseIfAny(await findContentConcerns([grant], 'attach', parts));
  await changeBook(find, (current) => addFile(current, grant, parts), { call, parts });
  // The compared hash stays the hash of the file, even if other bytes have arrived in the meantime.
  await parts.store.noteAttached(grant.id, call.now, grant.storedHash);
  return parts.present.attach(grant.id);
};

/** Returns whether the file belongs to a deleted book and the reading still accepts the attach. */
async function isAcceptedAfterDelete(call: Call, { readings, store }: Parts): Promise<boolean> {
  if (readings['delete.grants'] === '404') return false;
  const book = await store.readBook(call.bookId);
  const grant = await store.readGrant(call.fileId);
  const isOwn = book?.account === call.account.id && grant?.bookId === book.id;
  return isOwn && book.deletedAt !== undefined;
}

async function findGrant(book: Book, call: Call, parts: Parts): Promise<Grant> {
  const grant = await parts.store.readGrant(call.fileId);
  if (grant === undefined) throw createNotFound('attach.unknown-404', 'File not found.');
  if (grant.bookId === book.id) return grant;
  const reason = 'This file belongs to another book.';
  if (parts.readings['attach.other-book'] !== '404') {
    refuseIfAny(applyReading(parts.readings, 'attach.other-book', { name: 'fileId', reason }));
  }
  throw createNotFound('attach.unknown-404', 'File not found.');
}

/** Refuses a file that cannot be attached now, or whose bytes, hash or name differ from the upload request. */
function checkFile(grant: Grant, call: Call, parts: Parts): void {
  const { readings, rules } = parts;
  const { filename, hashSha256 } = getBody('attachFile', call);
  const attached = { reason: 'The file is already attached.' };
  refuseIfAny([
    ...findExpiryConcerns(grant, call, parts),
    ...(grant.attachedAt === null ? [] : applyReading(readings, 'attach.twice', attached)),
    ...(grant.uploads > 1 && readings['put.reused'] === 'attach-409'
      ? createConcern('put.used-url', 'The upload URL was used twice.', { status: 409 })
      : []),
  ]);
  if (grant.storedHash === null) throw createNotUploadedRefusal(readings['attach.before-put']);
  const matchesDeclared =
    readings['attach.hash-differs'] === 'only-bytes' || rules.isSameHash(hashSha256, grant.hash);
  if (!matchesDeclared || !rules.isSameHash(hashSha256, grant.storedHash))
    throw createHashMismatchRefusal(readings);
  if (filename !== grant.filename && grant.filename !== '') {
    const place = { name: 'filename', reason: 'The upload request gave this file another name.' };
    refuseIfAny(applyReading(readings, 'attach.filename-differs', place));
  }
}

function findExpiryConcerns(grant: Grant, call: Call, { readings, rules }: Parts) {
  if (rules.isUploadOpen(grant.expiresAt, call.now)) return [];
  const reason = 'The deadline for this file has passed.';
  return applyReading(readings, 'attach.after-expiry', { reason });
}

/** The subject of the refusal decides the form of its body. */
function createNotUploadedRefusal(reading: string): Refusal {
  const subjects: Readonly<Record<string, Subject>> = {
    '404': 'missing-resource',
    '422': 'checksum',
  };
  return new Refusal({
    status: Number(reading),
    requirement: 'attach.before-put',
    subject: subjects[reading] ?? 'request',
    detail: 'This file has not been uploaded yet.',
  });
}

/** Returns the refusal of a wrong hash. A Problem has the status 422, and a message has the status of the reading. */
function createHashMismatchRefusal(readings: Readings): Refusal {
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

function addFile(book: Book, grant: Grant, { readings, rules }: Parts): Book {
  const { reviewedAt: _reviewedAt, ...fields } = book;
  const file = { id: grant.id, role: grant.role, filename: grant.filename };
  if (rules.isSecondOfRole(book.files, file)) {
    const reason = `The book already has a file with the role ${file.role}.`;
    refuseIfAny(applyReading(readings, 'attach.second-content', { reason }));
  }
  return {
    ...fields,
    status: rules.getStatusAfterAttach(book.status),
    files: rules.addAttachedFile(book.files, file),
  };
}
