/** The two calls around an upload that take the key: asking for URLs, and attaching what was put there. */
import type { Attachment, UploadDescriptor } from './book.ts';
import type { CallOptions } from './call-options.ts';
import { callPromise, type CallPromise } from './call-promise.ts';
import type { Line } from './line.ts';
import type { UploadGrant } from './upload-grants.ts';

export interface AttachingFiles {
  /**
   * Asks for one upload URL per file. The book's status stays as it is.
   *
   * Sends POST `/books/{id}/upload` with the list of descriptors. Returns one grant for each, in their
   * order where the service echoes `referenceId`, else in the order it gave. Where it does not echo, ask
   * for one file at a time: a list in another order would go unnoticed. PUT the bytes with a plain fetch,
   * before `expiresAt`, once, and without the key; for another try ask again.
   *
   * @throws MessageError or ProblemError 404 when there is no such book
   * @throws ProblemError 400 for a malformed descriptor or a role of another format than the book's
   * @throws UnauthorizedError when the key is not accepted
   * @throws UnexpectedAnswerError for any other answer, and when there are more or fewer grants than files
   * @throws NetworkError, TimeoutError, RateLimitedError or ServerError where repeating did not help
   * @see document: Endpoints, 6 and note 3; File upload descriptor; File upload grant
   * @example
   * const [grant] = await distribution.books.requestUploads(id, [
   *   { referenceId: 'text', role: 'ebook_content', filename: 'tides.epub', hashSha256 },
   * ]);
   */
  readonly requestUploads: (
    id: string,
    files: readonly UploadDescriptor[],
    options?: CallOptions,
  ) => CallPromise<readonly UploadGrant[]>;

  /**
   * Makes an uploaded file the book's. A book that was not a draft becomes one again.
   *
   * Sends PATCH `/books/{id}/file/{fileId}/attach` with the name and hash the file was announced with;
   * the service compares the hash with the bytes it received. Returns nothing.
   *
   * @throws ProblemError or MessageError 422 when the bytes have another hash
   * @throws MessageError or ProblemError 404 when there is no such book or file
   * @throws ProblemError 400 for a malformed body
   * @throws UnauthorizedError when the key is not accepted
   * @throws UnexpectedAnswerError for any other answer
   * @throws NetworkError, TimeoutError, RateLimitedError or ServerError where repeating did not help
   * @see document: Endpoints, 8 and note 4; States and transitions
   * @example
   * await distribution.books.attach(id, { fileId: grant.id, filename: 'tides.epub', hashSha256 });
   */
  readonly attach: (id: string, file: UploadedFile, options?: CallOptions) => CallPromise<void>;
}

/** A file that was put, by the id of its grant, with the name and hash it was announced with. */
export interface UploadedFile extends Attachment {
  readonly fileId: string;
}

/** Loaded when one of them is first used, as `upload` is. */
export function attachingFiles(line: Line): AttachingFiles {
  return {
    requestUploads: (id, files, options) =>
      callPromise(async () => {
        const { requestUploads } = await import('./attach-once.ts');
        return requestUploads(line, { id, files, call: line.begin(options) });
      }),
    attach: (id, file, options) =>
      callPromise(async () => {
        const { attachOnce } = await import('./attach-once.ts');
        return attachOnce(line, { id, file, call: line.begin(options) });
      }),
  };
}
