/** The operations on the files of a book: request uploads, put bytes and attach. */
import { createHash, randomUUID } from 'node:crypto';
import { returnToDraft } from './book-operations.ts';
import { formatId } from './book-views.ts';
import type { ServiceRequest, ServiceResponse } from './messages.ts';
import { notFound, throwIfErrors, Refusal, type FieldError } from './refusal.ts';
import {
  isJsonObject,
  toList,
  type JsonObject,
  type Book,
  type BookFile,
  type ServiceState,
} from './state.ts';
import { requireObject, formatInstant } from './field-checks.ts';

const rolePrefixes: Readonly<Record<string, string>> = {
  audio: 'audio',
  print: 'pod',
  ebook: 'ebook',
};

function createFormError(name: string, reason: string): FieldError {
  return { name, reason, status: 400 };
}

/** Returns the errors in the descriptor of a file, given with its index. */
function findDescriptorErrors(
  { format }: Book,
  [index, descriptor]: [number, unknown],
): FieldError[] {
  if (!isJsonObject(descriptor)) return [createFormError(`${index}`, 'is not a descriptor')];
  const errors = ['referenceId', 'role', 'filename', 'hashSha256']
    .filter((name) => typeof descriptor[name] !== 'string')
    .map((name) => createFormError(`${index}.${name}`, 'is not a string'));
  const { role, hashSha256 } = descriptor;
  const permittedRoles = ['content', 'cover'].map((kind) => `${rolePrefixes[format]}_${kind}`);
  if (typeof role === 'string' && !permittedRoles.includes(role)) {
    errors.push(createFormError(`${index}.role`, `is none of ${permittedRoles.join('|')}`));
  }
  const isHash = typeof hashSha256 === 'string' && /^[\da-f]{64}$/i.test(hashSha256);
  if (typeof hashSha256 === 'string' && !isHash) {
    errors.push(createFormError(`${index}.hashSha256`, 'is not a SHA-256'));
  }
  return errors;
}

/** Grants an upload URL for each descriptor in the body, and returns the response. */
export function grantUploads(state: ServiceState, book: Book, body: unknown): ServiceResponse {
  if (!Array.isArray(body)) {
    throw new Refusal(400, 'a list was expected', {
      errors: [createFormError('body', 'is not a list')],
    });
  }
  const descriptors = toList(body);
  throwIfErrors([
    ...(descriptors.length === 0 && state.character.strict
      ? [createFormError('body', 'is empty')]
      : []),
    ...[...descriptors.entries()].flatMap((entry) => findDescriptorErrors(book, entry)),
  ]);
  const files = descriptors
    .filter(isJsonObject)
    .map((descriptor) => createFile(state, book, descriptor));
  for (const file of files) state.files.set(file.id, file);
  const grants = files.map((file) => createGrant(state, file));
  return { status: 201, json: state.character.grantFormat === 'bare' ? grants : { data: grants } };
}

function createFile(state: ServiceState, book: Book, descriptor: JsonObject): BookFile {
  return {
    id: randomUUID(),
    bookId: book.id,
    referenceId: String(descriptor['referenceId']),
    role: String(descriptor['role']),
    filename: String(descriptor['filename']),
    ticket: randomUUID().replaceAll('-', ''),
    expiresAt: Date.now() + state.character.grantLifetimeMs,
    storedHash: undefined,
    isAttached: false,
  };
}

/** Returns the grant of a file. */
function createGrant(state: ServiceState, file: BookFile): JsonObject {
  const { instantFormat, grantFormat } = state.character;
  const attributes = {
    expiresAt: formatInstant(file.expiresAt, instantFormat),
    url: `${state.origins.storage}/${file.id}?ticket=${file.ticket}`,
  };
  const id = formatId(state, file.id);
  if (grantFormat === 'bare') return { ...attributes, id };
  const { role, referenceId } = file;
  return {
    attributes: { ...attributes, role, referenceId },
    type: 'book-file-upload',
    id,
  };
}

/** Stores the bytes of a file and returns the response. The URL alone authorizes the request. */
export function putBytes(state: ServiceState, { url, bytes }: ServiceRequest): ServiceResponse {
  const file = state.files.get(url.pathname.slice(1));
  const refuse = (status: number, text: string): ServiceResponse => ({
    status,
    text,
    mediaType: 'text/xml',
  });
  if (file === undefined || url.searchParams.get('ticket') !== file.ticket) {
    return refuse(403, '<NoTicket/>');
  }
  if (Date.now() > file.expiresAt) return refuse(403, '<TooLate/>');
  if (file.storedHash !== undefined) {
    const { mediaType } = state.character.problems;
    return { status: 409, json: { message: 'used' }, mediaType };
  }
  file.storedHash = createHash('sha256').update(bytes).digest('hex');
  const { status, text } = state.character.putResponse;
  return text === '' ? { status } : { status, text, mediaType: 'application/xml' };
}

export function attachFile(
  state: ServiceState,
  { book, fileId }: { book: Book; fileId: string },
  requestBody: unknown,
): ServiceResponse {
  const file = state.files.get(fileId);
  if (file?.bookId !== book.id) throw notFound('file');
  const { filename, hashSha256 } = requireObject(requestBody);
  throwIfErrors([
    ...(typeof filename === 'string' ? [] : [createFormError('filename', 'is not a string')]),
    ...(typeof hashSha256 === 'string' ? [] : [createFormError('hashSha256', 'is not a string')]),
  ]);
  refuseOtherBytes(state, file, String(hashSha256).toLowerCase());
  refuseOtherFilename(state, file, filename);
  if (file.isAttached && state.character.statusForSecondAttach === 409) {
    throw new Refusal(409, 'attached already');
  }
  file.isAttached = true;
  book.updatedAt = Date.now();
  returnToDraft(book);
  return { status: 200, json: {} };
}

function refuseOtherFilename(state: ServiceState, file: BookFile, filename: unknown): void {
  const { statusForOtherFilename } = state.character;
  if (statusForOtherFilename === 200 || filename === file.filename) return;
  const reason = 'is not the name in the upload request';
  throwIfErrors([{ name: 'filename', reason, status: statusForOtherFilename }]);
}

/** Throws a refusal if no bytes are stored or their hash differs. */
function refuseOtherBytes(state: ServiceState, file: BookFile, hash: string): void {
  const { statusForAttachBeforePut, hashMismatchFormat } = state.character;
  if (file.storedHash === undefined) throw new Refusal(statusForAttachBeforePut, 'no bytes yet');
  if (hash === file.storedHash) return;
  const reason = 'is not the hash of the stored bytes';
  throw new Refusal(422, 'checksums differ', {
    errors: [{ name: 'hashSha256', reason, status: 422 }],
    bodyFormat: hashMismatchFormat,
  });
}
