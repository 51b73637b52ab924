/** PATCH attach: when an uploaded file must, may and must not become part of its book. */
import type { Book, UploadedFile } from '../world/index.ts';
import { isUuid } from '../call.ts';
import { isProblem } from '../responses/index.ts';
import { isForeign, outOfReach } from './account-grounds.ts';
import { readObject } from './body-grounds.ts';
import {
  editGrounds,
  existenceGrounds,
  isCertain,
  isMadeUp,
  isUnknownBook,
  knowsFilesOf,
} from './book-grounds.ts';
import {
  anyRefusal,
  decides,
  may,
  mayByState,
  must,
  type Expectation,
  type Ground,
} from './grounds.ts';
import { isBeingUploaded } from './put-file.ts';
import type { Question } from './question.ts';

type Fields = Readonly<Record<string, unknown>>;

const body = { type: 'attach.content-type-400', schema: 'attach.required-properties' } as const;

export function expectAttach(question: Question): Expectation {
  const { grounds, fields } = readObject(question.call, body);
  return {
    grounds: [
      ...existenceGrounds(question, 'attach.unknown-404'),
      ...grounds,
      ...(fields === undefined ? [] : valueGrounds(fields, question)),
      ...(isCertain(question) ? editGrounds(question.book) : []),
      ...fileGrounds(fields ?? {}, question),
    ],
    accepts: {
      statuses: [200],
      status: 'attach.answers-200',
      refused: () => ['attach.answers-200', 'attach.same-values'],
    },
  };
}

function valueGrounds(fields: Fields, { world, call }: Question): readonly Ground[] {
  const { filename, hashSha256 } = fields;
  // What was accepted in the upload request is accepted here.
  const isAsDeclared = world.files.get(call.fileId ?? '')?.declaredAs === hashSha256;
  const formed = typeof hashSha256 === 'string' && /^[0-9a-f]{64}$/i.test(hashSha256);
  return [
    ...(typeof filename === 'string'
      ? []
      : [must('attach.required-properties', [400], 'filename')]),
    ...(typeof hashSha256 === 'string'
      ? []
      : [must('attach.required-properties', [400], 'hashSha256')]),
    ...(typeof hashSha256 === 'string' && !formed
      ? [decides('upload.hash-malformed', 400, 422)]
      : []),
    ...(formed && !isAsDeclared && hashSha256 !== hashSha256.toLowerCase()
      ? [may('upload.hash-form', ...anyRefusal)]
      : []),
    ...(Object.keys(fields).every((key) => key === 'filename' || key === 'hashSha256')
      ? []
      : [decides('request.unknown-property', 400, 422)]),
  ];
}

/** Returns the reasons to refuse this file. */
function fileGrounds(fields: Fields, question: Question): readonly Ground[] {
  const { world, call, book, exchange } = question;
  const { fileId = '' } = call;
  const file = world.files.get(fileId);
  if (!isUuid(fileId)) return [must('attach.unknown-404', [400, 404, 422])];
  if (isUnknownBook(question)) return [];
  if (!isCertain(question) || book === undefined) {
    // A file never moves to another book, no matter what happens to the book meanwhile.
    const isElsewhere =
      file !== undefined && call.bookId !== undefined && file.bookId !== call.bookId;
    const open = may('error.precedence', ...anyRefusal);
    return isElsewhere ? [...otherBookGrounds(file, question), open] : [open];
  }
  if (file === undefined) {
    const isNone = knowsFilesOf(book, world) && book.files?.certain.includes(fileId) === false;
    return isNone || isMadeUp(fileId, exchange.request)
      ? [must('attach.unknown-404', [404])]
      : [may('attach.twice', ...anyRefusal)];
  }
  if (file.bookId !== book.id) return otherBookGrounds(file, question);
  return [
    ...bytesGrounds(fields, file, question),
    ...momentGrounds(file, question),
    ...placeGrounds(file, book, question),
  ];
}

/** A file belongs to the book that its URL was requested for. */
function otherBookGrounds({ bookId }: UploadedFile, question: Question): readonly Ground[] {
  const other = question.world.books.get(bookId);
  return other !== undefined && isForeign(other, question)
    ? [must('account.guards-files', outOfReach)]
    : [must('attach.unknown-404', [404, 422])];
}

/** The declared hash is compared with the bytes; other differences may matter or not. */
function bytesGrounds(
  { hashSha256, filename }: Fields,
  file: UploadedFile,
  question: Question,
): readonly Ground[] {
  const { epoch, seesStorage } = question.world;
  const isCurrent = file.epoch === epoch && seesStorage && !isBeingUploaded(file, question);
  const hash = typeof hashSha256 === 'string' ? hashSha256.toLowerCase() : undefined;
  const renamed = typeof filename === 'string' && file.filename !== filename;
  return [
    ...storedGrounds({ hash, file, isCurrent, question }),
    ...(hash === undefined || hash === file.declared
      ? []
      : [may('attach.hash-differs', ...anyRefusal)]),
    ...(renamed ? [decides('attach.filename-differs', 400, 422)] : []),
  ];
}

/** A checksum refusal that is a message instead of a Problem may have another status than 422. */
function mismatchStatuses({ exchange }: Question): readonly number[] {
  return isProblem(exchange.response?.body) ? [422] : [422, 400, 404];
}

interface Upload {
  readonly hash: string | undefined;
  readonly file: UploadedFile;
  /** True if every upload of the file is known and has ended. */
  readonly isCurrent: boolean;
  readonly question: Question;
}

function storedGrounds({ hash, file, isCurrent, question }: Upload): readonly Ground[] {
  if (!isCurrent || file.maybeUploaded || (file.uploads > 0 && file.stored?.sha256 === undefined)) {
    return [may('attach.before-put', ...anyRefusal)];
  }
  if (file.uploads === 0) return [must('attach.hash-mismatch-422', [422, 404, 409, 400])];
  const differs = hash !== undefined && file.stored?.sha256 !== hash;
  if (file.uploads > 1) {
    // After a second upload the conflict may show here, and which bytes count is open.
    return [may('put.reused', ...anyRefusal)];
  }
  return differs ? [must('attach.hash-mismatch-422', mismatchStatuses(question))] : [];
}

function momentGrounds(file: UploadedFile, { now, clockIsKnown }: Question): readonly Ground[] {
  const twice = file.attached === 'yes' ? decides : may;
  const inTime = clockIsKnown && file.expiresAt !== undefined && now < file.expiresAt - 5_000;
  return [
    ...(file.attached === 'no' ? [] : [twice('attach.twice', ...anyRefusal)]),
    ...(inTime ? [] : [may('attach.after-expiry', ...anyRefusal)]),
  ];
}

/** Returns the reasons to refuse the file in its place, by its role and kind. */
function placeGrounds(file: UploadedFile, book: Book, { world }: Question): readonly Ground[] {
  const others = [...(book.files?.certain ?? []), ...(book.files?.possible ?? [])]
    .filter((id) => id !== file.id)
    .map((id) => world.files.get(id)?.role);
  const taken =
    book.files === undefined ||
    (file.role !== 'audio_content' && others.some((role) => role === file.role || !role));
  return [
    ...(taken ? [mayByState('attach.second-content', ...anyRefusal)] : []),
    ...(file.stored?.soundKind === true ? [] : [may('attach.content-checks', ...anyRefusal)]),
  ];
}
