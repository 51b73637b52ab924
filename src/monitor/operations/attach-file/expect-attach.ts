/** PATCH attach: whether an uploaded file must, may or must not become part of its book. */
import type { JsonObject } from '../../../contract/json-pointer.ts';
import { isUuid } from '../../call.ts';
import {
  anyRefusal,
  decides,
  editGrounds,
  existenceGrounds,
  type Expectation,
  type Ground,
  isBeforeDeadline,
  isBeingUploaded,
  isCertain,
  isForeign,
  isMadeUp,
  isUnknownBook,
  knowsAllFiles,
  may,
  mayByState,
  must,
  outOfReach,
  type Question,
  readBody,
  when,
} from '../../grounds/index.ts';
import { isProblem } from '../../responses.ts';
import type { Book, UploadedFile } from '../../world/index.ts';

const body = { type: 'attach.content-type-400', schema: 'attach.required-properties' } as const;

export function expectAttach(question: Question): Expectation {
  const { grounds, fields } = readBody(question.call, body);
  return {
    grounds: [
      ...existenceGrounds(question, 'attach.unknown-404'),
      ...grounds,
      ...hashGrounds(fields?.['hashSha256'], question),
      ...(isCertain(question) ? editGrounds(question.book) : []),
      ...fileGrounds(fields ?? {}, question),
    ],
    accepts: { brokenByRefusal: () => ['attach.answers-200', 'attach.same-values'] },
  };
}

/** A hash in upper case must be accepted if it was accepted so in the upload request. */
function hashGrounds(hash: unknown, { world, call }: Question): readonly Ground[] {
  const isHash = typeof hash === 'string' && /^[0-9a-f]{64}$/i.test(hash);
  const isAsDeclared = world.files.get(call.fileId ?? '')?.declaredHashAsSent === hash;
  return when(
    isHash && !isAsDeclared && hash !== hash.toLowerCase(),
    may('upload.hash-form', ...anyRefusal),
  );
}

function fileGrounds(fields: JsonObject, question: Question): readonly Ground[] {
  const { world, call, book, exchange } = question;
  const { fileId = '' } = call;
  const file = world.files.get(fileId);
  if (!isUuid(fileId)) return [must('attach.unknown-404', [400, 404, 422])];
  if (isUnknownBook(question)) return [];
  if (!isCertain(question) || book === undefined) {
    // A file never moves to another book, whatever other calls do to the book.
    const isElsewhere =
      file !== undefined && call.bookId !== undefined && file.bookId !== call.bookId;
    const anyReason = may('error.precedence', ...anyRefusal);
    return isElsewhere ? [...otherBookGrounds(file, question), anyReason] : [anyReason];
  }
  if (file === undefined) {
    const isUnknown = knowsAllFiles(book, world) && book.files?.certain.includes(fileId) === false;
    return isUnknown || isMadeUp(fileId, exchange.request)
      ? [must('attach.unknown-404', [404])]
      : [may('attach.twice', ...anyRefusal)];
  }
  if (file.bookId !== book.id) return otherBookGrounds(file, question);
  return [
    ...bytesGrounds(fields, file, question),
    ...momentGrounds(file, question),
    ...roleGrounds(file, book, question),
  ];
}

/** A file belongs to the book that its URL was requested for. */
function otherBookGrounds({ bookId }: UploadedFile, question: Question): readonly Ground[] {
  const other = question.world.books.get(bookId);
  return other !== undefined && isForeign(other, question)
    ? [must('account.guards-files', outOfReach)]
    : [must('attach.unknown-404', anyRefusal)];
}

/** The hash must match the bytes. The document does not say whether other differences matter. */
function bytesGrounds(
  { hashSha256, filename }: JsonObject,
  file: UploadedFile,
  question: Question,
): readonly Ground[] {
  const hash = typeof hashSha256 === 'string' ? hashSha256.toLowerCase() : undefined;
  const isRenamed = typeof filename === 'string' && file.filename !== filename;
  return [
    ...storedBytesGrounds(hash, file, question),
    ...when(
      hash !== undefined && hash !== file.declaredHash,
      may('attach.hash-differs', ...anyRefusal),
    ),
    ...when(isRenamed, decides('attach.filename-differs', 400, 422)),
  ];
}

/** A hash mismatch gets 422 as a Problem. As a message, it may get another status. */
function mismatchStatuses({ exchange }: Question): readonly number[] {
  return isProblem(exchange.response?.body) ? [422] : [422, 400, 404];
}

function storedBytesGrounds(
  hash: string | undefined,
  file: UploadedFile,
  question: Question,
): readonly Ground[] {
  const { epoch, seesStorage } = question.world;
  const isCurrent = file.epoch === epoch && seesStorage && !isBeingUploaded(file, question);
  const hasUnknownBytes = file.uploadCount > 0 && file.storedBytes?.sha256 === undefined;
  if (!isCurrent || file.maybeUploaded || hasUnknownBytes) {
    return [may('attach.before-put', ...anyRefusal)];
  }
  if (file.uploadCount === 0) return [must('attach.hash-mismatch-422', [422, 404, 409, 400])];
  const differs = hash !== undefined && file.storedBytes?.sha256 !== hash;
  if (file.uploadCount > 1) {
    // The service may refuse a second upload only here, and the document does not say which bytes count.
    return [may('put.reused', ...anyRefusal)];
  }
  return differs ? [must('attach.hash-mismatch-422', mismatchStatuses(question))] : [];
}

function momentGrounds(file: UploadedFile, question: Question): readonly Ground[] {
  const permit = file.attached === 'yes' ? decides : may;
  return [
    ...when(file.attached !== 'no', permit('attach.twice', ...anyRefusal)),
    ...when(!isBeforeDeadline(file, question), may('attach.after-expiry', ...anyRefusal)),
  ];
}

/** Returns the reasons to refuse the file for its role or its format. */
function roleGrounds(file: UploadedFile, book: Book, { world }: Question): readonly Ground[] {
  const otherRoles = [...(book.files?.certain ?? []), ...(book.files?.possible ?? [])]
    .filter((id) => id !== file.id)
    .map((id) => world.files.get(id)?.role);
  const mayBeTaken =
    book.files === undefined ||
    (file.role !== 'audio_content' && otherRoles.some((role) => role === file.role || !role));
  return [
    ...when(mayBeTaken, mayByState('attach.second-content', ...anyRefusal)),
    ...when(file.storedBytes?.hasRightFormat !== true, may('attach.content-checks', ...anyRefusal)),
  ];
}
