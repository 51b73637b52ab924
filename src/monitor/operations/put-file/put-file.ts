/** PUT of bytes to a presigned URL: what is expected of an upload, and what it does. */
import {
  findFileByUrl,
  type Question,
  unknownUploadMark,
  anyRefusal,
  clockSlack,
  decides,
  type Expectation,
  getAttachState,
  type Ground,
  isBeforeDeadline,
  isBeingUploaded,
  may,
  must,
  refusalHabit,
  when,
} from '../../grounds/index.ts';
import type { ResponseOutcome } from '../../responses.ts';
import { type UploadedFile, withClaims, type World, getHabit } from '../../world/index.ts';
import type { MonitoredOperation } from '../operation.ts';
import { readContract } from '../../../contract/spec.ts';
import type { SentBody } from '../../exchange.ts';
import { hasRightFormat, isUsualType } from './file-format.ts';

/** PUT of bytes to a presigned URL. */
export const putOperation: MonitoredOperation = {
  expect: expectPut,
  apply: ({ question, outcome }) => applyPut(question, outcome),
};

/** Applies a PUT to a presigned URL that was accepted, or may have been. */
function applyPut({ world, exchange }: Question, outcome: ResponseOutcome): World {
  const file = findFileByUrl(world, exchange.request);
  if (outcome === 'refused') return world;
  if (file === undefined)
    return { ...world, usedMarks: world.usedMarks.set(unknownUploadMark, true) };
  const { body } = exchange.request;
  const bytes = body.kind === 'bytes' ? body : undefined;
  const { answeredAt } = exchange;
  const next: UploadedFile =
    outcome === 'unclear'
      ? { ...file, maybeUploaded: true, lastPutAt: answeredAt }
      : {
          ...file,
          uploadCount: file.uploadCount + 1,
          storedBytes: {
            sha256: bytes?.sha256,
            hasRightFormat: hasRightFormat(file.role, bytes?.beginning),
          },
          lastPutAt: answeredAt,
        };
  const mark = `upload ${file.bookId} ${file.role} ${file.declaredHash}`;
  const book = world.books.get(file.bookId);
  const bookWithClaims =
    book &&
    withClaims(book, [
      { requirement: 'attach.references-only-after', field: 'files', refusedValue: [file.id] },
      { requirement: 'status.changed-only-by', field: 'status', refusedValue: 'in_review' },
    ]);
  return {
    ...world,
    files: world.files.set(file.id, next),
    usedMarks: world.usedMarks.set(mark, true),
    books: bookWithClaims ? world.books.set(book.id, bookWithClaims) : world.books,
  };
}

const usedUrlRequirement = 'put.used-url';

function expectPut(question: Question): Expectation | undefined {
  const { world, exchange } = question;
  const file = findFileByUrl(world, exchange.request);
  if (file === undefined) return undefined;
  const reuseGrounds = getReuseGrounds(file, question);
  return {
    grounds: [
      ...typeGrounds(exchange.request.headers, file),
      ...bytesGrounds(exchange.request.body, file),
      ...deadlineGrounds(file, question),
      // The document does not say whether a URL still works after a later request got another one for the same file.
      ...when(
        file.isRenewed && exchange.request.urlDigest !== file.urlDigest,
        may('upload.refresh', ...anyRefusal, 401),
      ),
      ...reuseGrounds,
    ],
    ...(reuseGrounds.length > 0 ? { brokenByOtherStatus: usedUrlRequirement } : {}),
    accepts: {
      brokenByRefusal: () => ['put.takes-bytes', 'put.content-types', 'put.no-key'],
    },
  };
}

function typeGrounds(
  headers: Readonly<Record<string, string>>,
  { role }: UploadedFile,
): readonly Ground[] {
  const type = headers['content-type']?.toLowerCase() ?? '';
  return [
    ...when(!isUsualType(role, type), decides('put.content-type', ...anyRefusal)),
    ...when(
      headers[readContract().keyHeader] !== undefined,
      may('auth.put-with-key', ...anyRefusal, 401),
    ),
  ];
}

function bytesGrounds(body: SentBody, file: UploadedFile): readonly Ground[] {
  const size = body.kind === 'bytes' ? body.size : undefined;
  const sha256 = body.kind === 'bytes' ? body.sha256 : undefined;
  const isAsDeclared = sha256 !== undefined && sha256 === file.declaredHash;
  const isUsualSize = size !== undefined && size > 0 && size < 50_000_000;
  return [
    ...when(!isUsualSize && !(isAsDeclared && size === undefined), may('put.size', ...anyRefusal)),
    ...when(!isAsDeclared, may('put.hash-check', ...anyRefusal)),
  ];
}

/** The statuses with which storage may refuse an expired URL. Statuses about the type or size of the bytes are not among them. */
const expiryRefusal = [400, 401, 403, 404, 409, 410, 422] as const;

function deadlineGrounds(file: UploadedFile, question: Question): readonly Ground[] {
  const { expiresAt } = file;
  if (expiresAt === undefined) return [may('put.expired', ...expiryRefusal)];
  const { sentAt, world } = question;
  const isCurrent = file.epoch === world.epoch;
  // An upload that begins before the deadline may end after it.
  if (isCurrent && sentAt > expiresAt + clockSlack && question.clockIsKnown) {
    return [must('put.deadline', [...anyRefusal, 401])];
  }
  return isBeforeDeadline(file, question) ? [] : [may('put.expired', ...expiryRefusal)];
}

/** The document does not say which call refuses a used URL, so an upload may. The attached bytes must stay in any case. */
function getReuseGrounds(file: UploadedFile, { world, exchange }: Question): readonly Ground[] {
  const isOverlapped = isBeingUploaded(file, { world, exchange });
  const mayBeDeleted = world.books.get(file.bookId)?.deleted !== 'no';
  const isCurrent = file.epoch === world.epoch;
  if (mayBeDeleted || isOverlapped || file.maybeUploaded || !isCurrent)
    return [may('put.reused', ...anyRefusal, 401)];
  if (file.uploadCount === 0) return [];
  const kind = classifyRepetition(file, exchange.request.body);
  const refusal = may('put.reused', 409);
  if (kind === undefined) return [refusal];
  const requirement = usedUrlRequirement;
  const attached = getAttachState(file, exchange);
  if (attached === 'no') return [{ ...refusal, consistency: { kind, requirement } }];
  // A service that refuses a kind of upload before the attach must do so after it. The reverse does not follow.
  if (getHabit(world, kind) === refusalHabit) return [must(requirement, [409])];
  if (attached === 'maybe') return [refusal];
  const laterKind = `${kind}, after the attach of its file`;
  return [{ ...refusal, consistency: { kind: laterKind, requirement } }];
}

/** Returns the kind of another upload to a used URL; undefined if the history does not show the bytes. */
function classifyRepetition({ storedBytes }: UploadedFile, body: SentBody): string | undefined {
  const sha256 = body.kind === 'bytes' ? body.sha256 : undefined;
  if (sha256 === undefined || storedBytes?.sha256 === undefined) return undefined;
  return `${sha256 === storedBytes.sha256 ? 'the same bytes' : 'other bytes'} sent to a used URL`;
}
