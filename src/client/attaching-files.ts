/** The two calls around an upload that take the key: asking for URLs, and attaching what was put there. */
import type { Attachment, UploadDescriptor } from './book.ts';
import type { CallOptions } from './call-options.ts';
import { callPromise, type CallPromise } from './call-promise.ts';
import { isMessageError, isProblemError } from './error-guards.ts';
import type { Answered, Begun, Line } from './line.ts';
import { bookOrNull, readBook } from './look.ts';
import { noContent } from './no-content.ts';
import { uploadGrants, type UploadGrant } from './upload-grants.ts';

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

export function attachingFiles(line: Line): AttachingFiles {
  const { ask, raw } = line;
  return {
    requestUploads: (bookPublicId, files, options) =>
      callPromise(async () => {
        const params = { path: { bookPublicId } };
        return ask({
          operation: 'requestUploads',
          as: uploadGrants(files),
          call: line.begin(options),
          send: async (sent) =>
            raw.POST('/books/{bookPublicId}/upload', { ...sent, params, body: [...files] }),
        });
      }),
    attach: (id, file, options) =>
      callPromise(async () => attachOnce(line, { id, file, call: line.begin(options) })),
  };
}

interface Attaching {
  readonly id: string;
  readonly file: UploadedFile;
  readonly call: Begun;
}

/**
 * Attaching twice is as good as once; but where the second request is refused because the first one
 * worked, the book knows. How it lists its files is not in the document, so the id is looked for anywhere.
 */
async function attachOnce(line: Line, { id, file, call }: Attaching): Promise<Answered<void>> {
  const { fileId, ...body } = file;
  const trace = { attempts: 0, unclear: false };
  const params = { path: { bookPublicId: id, fileId } };
  try {
    const { response, attempts } = await line.ask({
      operation: 'attachFile',
      as: noContent,
      call,
      trace,
      send: async (sent) =>
        line.raw.PATCH('/books/{bookPublicId}/file/{fileId}/attach', { ...sent, params, body }),
    });
    return { data: undefined, response, attempts };
  } catch (error) {
    if (!trace.unclear || !(isProblemError(error) || isMessageError(error))) throw error;
    const { data, response } = await readBook(line, id, { call, as: bookOrNull });
    if (!JSON.stringify(data?.attributes.files ?? []).includes(`"${fileId}"`)) throw error;
    return { data: undefined, response, attempts: trace.attempts };
  }
}
