/** Upload requests, uploads and attaches. */
import { createHash } from 'node:crypto';
import {
  type Book,
  changeBook,
  current,
  type Service,
  type StoredFile,
  stopStatuses,
} from './book.ts';
import { isObject } from './fields.ts';
import { openPoints as open } from './open-points.ts';
import {
  type Json,
  type Mistake,
  notFound,
  type ServiceResponse,
  Refusal,
  refuse,
  wrong,
} from './refusal.ts';
import { writeId, writeTime } from './views.ts';

const prefixes: Readonly<Record<string, string>> = { audio: 'audio', print: 'pod', ebook: 'ebook' };
const hashForm = /^[0-9a-f]{64}$/i;

export function requestUploads(service: Service, book: Book, body: unknown): ServiceResponse {
  const { choose } = service;
  const { status, fields } = current(service, book);
  if (!Array.isArray(body)) throw new Refusal(400, [wrong('body', 400)]);
  const descriptors: readonly unknown[] = body;
  if (descriptors.length === 0 && choose(open['an upload request without files']) === 400) {
    throw new Refusal(400, [wrong('body', 400)]);
  }
  const mistakes = descriptors.flatMap((descriptor, at) =>
    checkDescriptor(service, descriptor, String(fields['format'])).map(
      ({ path, status: code }) => ({
        path: [at, ...path],
        status: code,
      }),
    ),
  );
  refuse(service, mistakes);
  if (status !== 'draft') {
    const choice = choose(open['an upload request of a book that is no draft']);
    if (choice !== 'accepted') throw new Refusal(choice);
  }
  const grants = descriptors.filter(isObject).map((descriptor) => grant(service, book, descriptor));
  // Without the labels, nobody could tell which grant belongs to which file.
  if (choose(open['the body of an upload request']) === 'bare') {
    return { status: 201, json: grants.map(({ id, url, expiresAt }) => ({ id, url, expiresAt })) };
  }
  const data = grants.map(({ id, ...attributes }) => ({
    id,
    type: 'book-file-upload',
    attributes,
  }));
  const isOrdered = choose(open['the order of grants']) === 'as sent';
  return { status: 201, json: { data: isOrdered ? data : service.shuffle(data) } };
}

function checkDescriptor({ choose }: Service, descriptor: unknown, format: string): Mistake[] {
  if (!isObject(descriptor)) return [{ path: [], status: 400 }];
  const { referenceId, role, filename, hashSha256 } = descriptor;
  const mistakes: Mistake[] = [];
  const kinds = ['content', 'cover'].map((kind) => `${prefixes[format]}_${kind}`);
  if (!kinds.some((kind) => kind === role)) mistakes.push(wrong('role', 400));
  if (typeof filename !== 'string') mistakes.push(wrong('filename', 400));
  if (typeof hashSha256 !== 'string') mistakes.push(wrong('hashSha256', 400));
  else if (!hashForm.test(hashSha256)) {
    mistakes.push(wrong('hashSha256', choose(open['a hash in another form'])));
  }
  const needsLabel = choose(open['a descriptor without a label']) === 400;
  const isLabelled = referenceId === undefined ? !needsLabel : typeof referenceId === 'string';
  if (!isLabelled) mistakes.push(wrong('referenceId', 400));
  return mistakes;
}

function grant(service: Service, book: Book, descriptor: Json) {
  const { choose, newId, now, urls, storageOrigin } = service;
  const { referenceId, role, filename, hashSha256 } = descriptor;
  // Whole seconds, so that every form of the time shows all of the deadline.
  const deadline = Math.ceil((now() + choose(open['the lifetime of a URL'])) / 1000) * 1000;
  const file: StoredFile = {
    id: newId(),
    role: String(role),
    filename: String(filename),
    hash: String(hashSha256).toLowerCase(),
    deadline,
    isWrong: choose(open['what is wrong with a file']),
    uploadedHash: undefined,
    isAttached: false,
  };
  const url = `${storageOrigin}/in/${file.id}?signature=${newId()}`;
  book.files.push(file);
  urls.set(url, { book, file });
  const unlabelled = { absent: {}, null: { referenceId: null }, empty: { referenceId: '' } };
  return {
    id: writeId(service, file.id),
    ...(referenceId === undefined
      ? unlabelled[choose(open['the label of a grant without one'])]
      : { referenceId }),
    role: file.role,
    url,
    expiresAt: writeTime(service, deadline),
  };
}

export function putFile(
  service: Service,
  url: string,
  put: { body: Uint8Array; type: string | undefined },
): ServiceResponse {
  const { choose, now, urls } = service;
  const { book, file } = urls.get(url) ?? {};
  if (book === undefined || file === undefined) return { status: 403, text: '<Error/>' };
  if (now() > file.deadline) {
    return { status: choose(open['an upload after the deadline']), text: '<Expired/>' };
  }
  if (current(service, book).isDeleted) {
    const choice = choose(open['an upload for a deleted book']);
    if (choice !== 'accepted') return { status: choice, text: '' };
  }
  const isRefused = choose(open['a used URL before the attach']) === 'refused';
  if (file.isAttached || (file.uploadedHash !== undefined && isRefused)) {
    return { status: 409, json: { message: 'The URL was already used.' } };
  }
  const extension = { cover: 'image/', content: '' }[file.role.split('_')[1] ?? ''] ?? '';
  if (put.type === undefined || !put.type.startsWith(extension)) {
    const choice = choose(open['a content type that does not fit']);
    if (choice !== 'accepted') return { status: choice, text: '' };
  }
  const hash = createHash('sha256').update(put.body).digest('hex');
  if (hash !== file.hash && choose(open['wrong bytes']) === 'upload') {
    return { status: choose(open['a value outside a range']), text: '' };
  }
  file.uploadedHash = hash;
  const status = choose(open['the status of an upload']);
  return status === 204 ? { status } : { status, text: choose(open['the body of an upload']) };
}

export function attachFile(
  service: Service,
  { book, fileId }: { readonly book: Book; readonly fileId: string },
  body: unknown,
): ServiceResponse {
  const { choose, now } = service;
  const file = book.files.find(({ id }) => id === fileId.toLowerCase());
  if (file === undefined) throw notFound(service);
  checkAttachBody(service, body, file);
  if (file.uploadedHash === undefined) {
    const status = choose(open['an attach before the upload']);
    throw status === 404 ? notFound(service) : new Refusal(status);
  }
  const after = choose(open['an attach after the deadline']);
  if (now() > file.deadline && !file.isAttached && after !== 'accepted') throw new Refusal(after);
  if (file.uploadedHash !== file.hash || hashOf(body) !== file.hash) {
    throw new Refusal(422, [wrong('hashSha256', 422)], choose(open['the body of a wrong hash']));
  }
  if (file.isWrong === 'attach') throw new Refusal(422);
  if (file.isAttached) {
    const choice = choose(open['a second attach']);
    if (choice !== 'accepted') throw new Refusal(choice);
  }
  addFile(service, book, file);
  return { status: 200, json: {} };
}

function hashOf(body: unknown): string {
  return isObject(body) ? String(body['hashSha256']).toLowerCase() : '';
}

function checkAttachBody(service: Service, body: unknown, file: StoredFile): void {
  const { choose } = service;
  if (!isObject(body)) throw new Refusal(400, [wrong('body', 400)]);
  const { filename, hashSha256, ...others } = body;
  const mistakes: Mistake[] = [];
  if (typeof filename !== 'string') mistakes.push(wrong('filename', 400));
  else if (filename !== file.filename) {
    const choice = choose(open['another file name']);
    if (choice !== 'accepted') mistakes.push(wrong('filename', choice));
  }
  if (typeof hashSha256 !== 'string') mistakes.push(wrong('hashSha256', 400));
  else if (!hashForm.test(hashSha256)) {
    mistakes.push(wrong('hashSha256', choose(open['a hash in another form'])));
  }
  const unknown = choose(open['unknown properties']);
  const [other] = Object.keys(others);
  if (other !== undefined && unknown !== 'ignored') mistakes.push(wrong(other, unknown));
  refuse(service, mistakes);
}

function addFile(service: Service, book: Book, file: StoredFile): void {
  const { attached } = current(service, book);
  const others = attached.filter((other) => other !== file);
  const rivals = others.filter(({ role }) => role === file.role && role !== 'audio_content');
  const choice = service.choose(open['a second file of one role']);
  if (rivals.length > 0 && typeof choice === 'number') throw new Refusal(choice);
  const kept = choice === 'replaces' ? others.filter((other) => !rivals.includes(other)) : others;
  file.isAttached = true;
  stopStatuses(service, book);
  changeBook(service, book, {
    attached: [...kept, file],
    status: 'draft',
    updatedAt: service.now(),
  });
}
