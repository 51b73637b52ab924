/** PUT of bytes to a presigned URL: what is expected of an upload, and what it does. */
import { findFileByUrl, type Question, unknownUploadMark } from '../../grounds/index.ts';
import type { ResponseOutcome } from '../../responses.ts';
import { type UploadedFile, withClaims, type World } from '../../world/index.ts';
import type { MonitoredOperation } from '../operation.ts';
import { expectPut } from './expect-put.ts';
import { hasRightFormat } from './file-format.ts';

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
