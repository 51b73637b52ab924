/** The operations on the files of a book: request uploads, put bytes and attach. */
import { createHash } from 'node:crypto';
import { returnToDraft } from './book-operations.ts';
import { formatId } from './book-views.ts';
import type { ServiceRequest } from './situation.ts';
import {
  notFound,
  throwIfErrors,
  Refusal,
  type FieldError,
  type ServiceResponse,
} from './refusal.ts';
import {
  isJsonObject,
  toList,
  type JsonObject,
  type Book,
  type BookFile,
  type SubjectState,
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
  state: SubjectState,
  { format }: Book,
  [index, descriptor]: [number, unknown],
): FieldError[] {
  if (!isJsonObject(descriptor)) return [createFormError(`${index}`, 'is not a descriptor')];
  const errors = ['referenceId', 'role', 'filename', 'hashSha256']
    .filter((name) => typeof descriptor[name] !== 'string')
    .map((name) => createFormError(`${index}.${name}`, 'is not a string'));
  const { role, hashSha256 } = descriptor;
  const permittedRoles = ['content', 'cover'].map((kind) => `${rolePrefixes[format]}_${kind}`);
  const skipsRoleCheck = state.hasFault('only-the-first-role-counts') && index > 0;
  if (typeof role === 'string' && !permittedRoles.includes(role) && !skipsRoleCheck) {
    errors.push(createFormError(`${index}.role`, `is none of ${permittedRoles.join('|')}`));
  }
  const isHash = typeof hashSha256 === 'string' && /^[\da-f]{64}$/i.test(hashSha256);
  if (typeof hashSha256 === 'string' && !isHash && !state.hasFault('any-text-is-a-hash')) {
    errors.push(createFormError(`${index}.hashSha256`, 'is not a SHA-256'));
  }
  return errors;
}

/** Grants an upload URL for each descriptor in the body, and returns the response. */
export function grantUploads(state: SubjectState, book: Book, body: unknown): ServiceResponse {
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
    ...[...descriptors.entries()].flatMap((entry) => findDescriptorErrors(state, book, entry)),
  ]);
  const files = descriptors
    .filter(isJsonObject)
    .map((descriptor) => createFile(state, book, descriptor));
  for (const file of files) state.files.set(file.id, file);
  if (state.hasFault('asking-for-addresses-reopens')) returnToDraft(book);
  const grantedFiles =
    state.hasFault('last-grant-missing') && files.length > 1 ? files.slice(0, -1) : files;
  const sharedFile = state.hasFault('one-address-for-all') ? files[0] : undefined;
  const grants = grantedFiles.map((file) => createGrant(state, file, sharedFile ?? file));
  return { status: 201, json: state.character.grantFormat === 'bare' ? grants : { data: grants } };
}

function createFile(state: SubjectState, book: Book, descriptor: JsonObject): BookFile {
  return {
    id: state.newId(),
    bookId: book.id,
    referenceId: String(descriptor['referenceId']),
    role: String(descriptor['role']),
    filename: String(descriptor['filename']),
    declaredHash: String(descriptor['hashSha256']).toLowerCase(),
    ticket: state.newId().replaceAll('-', ''),
    expiresAt: state.now() + state.character.grantLifetimeMs,
    storedHash: undefined,
    isAttached: false,
  };
}

/** Returns the grant of a file, with the upload URL of `urlFile`. */
function createGrant(state: SubjectState, file: BookFile, urlFile: BookFile): JsonObject {
  const { instantFormat, grantFormat } = state.character;
  const expiresAt = state.hasFault('addresses-are-born-late')
    ? state.now() - 60_000
    : file.expiresAt;
  const attributes = {
    expiresAt: formatInstant(expiresAt, instantFormat),
    url: `${state.origins.storage}/${urlFile.id}?ticket=${urlFile.ticket}`,
  };
  const id = formatId(state, file.id);
  if (grantFormat === 'bare') return { ...attributes, id };
  const role = state.hasFault('grants-say-cover')
    ? file.role.replace('content', 'cover')
    : file.role;
  return {
    attributes: { ...attributes, role, referenceId: file.referenceId },
    type: 'book-file-upload',
    id,
  };
}

/** Stores the bytes of a file and returns the response. The URL alone authorizes the request. */
export function putBytes(
  state: SubjectState,
  { url, bytes, contentType, key }: ServiceRequest,
): ServiceResponse {
  const file = state.files.get(url.pathname.slice(1));
  const refuse = (status: number, text: string): ServiceResponse => ({
    status,
    text,
    mediaType: 'text/xml',
  });
  if (state.hasFault('storage-wants-the-key') && key !== state.key) return refuse(401, '<NoKey/>');
  if (file === undefined || url.searchParams.get('ticket') !== file.ticket) {
    return refuse(403, '<NoTicket/>');
  }
  if (state.hasFault('storage-takes-sound-only') && contentType?.startsWith('audio/') !== true) {
    return refuse(415, '<SoundOnly/>');
  }
  if (state.now() > file.expiresAt && !state.hasFault('late-bytes-welcome'))
    return refuse(403, '<TooLate/>');
  if (file.storedHash !== undefined && !state.hasFault('urls-stay-valid')) {
    const { mediaType } = state.character.problems;
    return { status: 409, json: { message: 'used' }, mediaType };
  }
  file.storedHash = createHash('sha256').update(bytes).digest('hex');
  const { status, text } = state.character.putResponse;
  return text === '' ? { status } : { status, text, mediaType: 'application/xml' };
}

export function attachFile(
  state: SubjectState,
  { book, fileId }: { book: Book; fileId: string },
  requestBody: unknown,
): ServiceResponse {
  const file = state.files.get(fileId);
  if (file === undefined) throw notFound('file');
  if (file.bookId !== book.id && !state.hasFault('files-of-strangers')) throw notFound('file');
  const { filename, hashSha256 } = requireObject(requestBody);
  const isHashOptional = state.hasFault('attach-needs-no-hash');
  throwIfErrors([
    ...(typeof filename === 'string' ? [] : [createFormError('filename', 'is not a string')]),
    ...(typeof hashSha256 === 'string' || isHashOptional
      ? []
      : [createFormError('hashSha256', 'is not a string')]),
  ]);
  const declaredHash =
    typeof hashSha256 === 'string' ? hashSha256.toLowerCase() : file.declaredHash;
  const refusal = findBytesRefusal(state, file, declaredHash);
  if (refusal !== undefined && state.hasFault('refuses-and-attaches')) file.isAttached = true;
  if (refusal !== undefined) throw refusal;
  refuseOtherFilename(state, file, filename);
  if (file.isAttached && state.character.statusForSecondAttach === 409) {
    throw new Refusal(409, 'attached already');
  }
  file.isAttached = !state.hasFault('attaches-in-name-only');
  book.updatedAt = state.now();
  if (!state.hasFault('attach-keeps-the-status')) returnToDraft(book);
  return { status: 200, json: state.hasFault('attach-says-nothing') ? [] : {} };
}

function refuseOtherFilename(state: SubjectState, file: BookFile, filename: unknown): void {
  const { statusForOtherFilename } = state.character;
  if (statusForOtherFilename === 200 || filename === file.filename) return;
  const reason = 'is not the name in the upload request';
  throwIfErrors([{ name: 'filename', reason, status: statusForOtherFilename }]);
}

/** Returns a refusal if no bytes are stored or their hash differs. */
function findBytesRefusal(
  state: SubjectState,
  file: BookFile,
  declaredHash: string,
): Refusal | undefined {
  const { statusForAttachBeforePut, hashMismatchFormat } = state.character;
  if (file.storedHash === undefined) {
    if (state.hasFault('bytes-need-not-come')) return undefined;
    return new Refusal(statusForAttachBeforePut, 'no bytes yet');
  }
  if (state.hasFault('hash-goes-unread')) return undefined;
  if (state.hasFault('hash-of-the-promise') && declaredHash === file.declaredHash) return undefined;
  const length = state.hasFault('hash-read-in-part') ? 16 : 64;
  if (declaredHash.slice(0, length) === file.storedHash.slice(0, length)) return undefined;
  const reason = 'is not the hash of the stored bytes';
  return new Refusal(state.hasFault('mismatch-as-400') ? 400 : 422, 'checksums differ', {
    errors: [{ name: 'hashSha256', reason, status: 422 }],
    bodyFormat: hashMismatchFormat,
  });
}
