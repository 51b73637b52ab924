/** The requests of `books`, each through the typed raw client. */
import type { Attachment, UploadDescriptor } from '../contract.ts';
import { isMessageError, isProblemError } from '../errors/index.ts';
import type { CallResult, Reader, Service } from '../transport/index.ts';
import type { Call } from '../requests/index.ts';
import { bookOrNull, noContent, uploadGrants, type UploadGrant } from './readers.ts';

/** A call that has begun, and how its response is read. */
export interface Reading<T> {
  readonly call: Call;
  readonly reader: Reader<T>;
}

/** Sends GET `/books/{id}`. */
export async function readBook<T>({ ask }: Service, id: string, reading: Reading<T>) {
  const params = { path: { bookPublicId: id } };
  return ask({
    operation: 'readBook',
    ...reading,
    send: (raw, init) => raw.GET('/books/{bookPublicId}', { params, ...init }),
  });
}

/** Sends GET `/books/external-id/{externalId}`. */
export async function lookUpBook<T>({ ask }: Service, externalId: string, reading: Reading<T>) {
  const params = { path: { bookExternalId: externalId } };
  return ask({
    operation: 'lookUpBook',
    ...reading,
    send: (raw, init) => raw.GET('/books/external-id/{bookExternalId}', { params, ...init }),
  });
}

/** Sends POST `/books/{id}/upload`. */
export async function requestUploads(
  { ask }: Service,
  id: string,
  { files, call }: { readonly files: readonly UploadDescriptor[]; readonly call: Call },
): Promise<CallResult<readonly UploadGrant[]>> {
  const params = { path: { bookPublicId: id } };
  return ask({
    operation: 'requestUploads',
    call,
    reader: uploadGrants(files),
    send: (raw, init) =>
      raw.POST('/books/{bookPublicId}/upload', { params, body: [...files], ...init }),
  });
}

/** A file that was PUT, by the id of its grant, with the name and hash of its descriptor. */
export interface UploadedFile extends Attachment {
  readonly fileId: string;
}

/**
 * Sends PATCH `/books/{id}/file/{fileId}/attach`. Attaching twice is as good as once, but a service may refuse the
 * second time, when the first response was lost. So a refusal is checked against the book.
 */
export async function attachFile(
  service: Service,
  id: string,
  { file, call }: { readonly file: UploadedFile; readonly call: Call },
): Promise<CallResult<void>> {
  const { fileId, ...body } = file;
  const params = { path: { bookPublicId: id, fileId } };
  try {
    const attached = await service.ask({
      operation: 'attachFile',
      call,
      reader: noContent,
      send: (raw, init) =>
        raw.PATCH('/books/{bookPublicId}/file/{fileId}/attach', { params, body, ...init }),
    });
    return { ...attached, data: undefined };
  } catch (refusal) {
    if (!isProblemError(refusal) && !isMessageError(refusal)) throw refusal;
    const { data: book, response } = await readBook(service, id, { call, reader: bookOrNull });
    if (!hasFile(book?.attributes.files, fileId)) throw refusal;
    return { data: undefined, response, attempts: refusal.attempts };
  }
}

/** The fields of an entry are not shown (document: Book), so the id is searched for in all of them. */
function hasFile(files: unknown, fileId: string): boolean {
  return JSON.stringify(files ?? []).includes(JSON.stringify(fileId));
}
