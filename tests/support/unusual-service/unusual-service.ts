/** A service as unusual as the document allows. Its author had the document and the ledger, not the monitor. */
import type { Network } from '../own-runs/sandbox-network.ts';
import { createUuids } from '../random.ts';
import { type Book, current, type Service } from './book.ts';
import {
  createBook,
  deleteAgain,
  deleteBook,
  lookUpBook,
  publishBook,
  readBook,
  unpublishBook,
  updateBook,
} from './book-operations.ts';
import { createChooser, type ChooserOptions } from './choose.ts';
import { attachFile, putFile, requestUploads } from './file-operations.ts';
import { isObject, isUuid } from './fields.ts';
import { listBooks } from './lists.ts';
import { openPoints as open } from './open-points.ts';
import {
  createRefusalResponse,
  notFound,
  type ServiceResponse,
  Refusal,
  wrong,
} from './refusal.ts';

type OutgoingRequest = Parameters<Network>[1];

interface UnusualServiceOptions extends ChooserOptions {
  readonly now: () => number;
  readonly storageOrigin: string;
}

const key = 'unusual-key';
const prefix = '/v2/distribution';

/** Creates a service without books. The same seed and requests give the same responses. */
export function createUnusualService({ now, storageOrigin, ...options }: UnusualServiceOptions) {
  const chooser = createChooser(options);
  const ahead = chooser.choose(open['the clock of the service']);
  const service: Service = {
    ...chooser,
    now: () => now() + ahead,
    newId: createUuids(options.seed),
    books: [],
    storageOrigin,
    urls: new Map(),
  };
  const network: Network = async (url, request) => {
    if (service.choose(open['too many calls']) === 'yes') return fail(service, '429');
    const failure = service.choose(open['a call that fails']);
    if (failure === '503 before') return fail(service, failure);
    const response = respond(service, url, request);
    return failure === 'no' ? send(service, response) : fail(service, failure);
  };
  return { network, keys: [key] };
}

function respond(service: Service, address: string, request: OutgoingRequest): ServiceResponse {
  const url = new URL(address);
  try {
    if (address.startsWith(service.storageOrigin)) {
      const body = typeof request.body === 'string' ? Buffer.from(request.body) : request.body;
      const type = request.headers['content-type'];
      return putFile(service, address, { body: body ?? new Uint8Array(), type });
    }
    if (request.headers['apikey'] !== key) {
      if (service.choose(open['a malformed call without a key']) !== '401') checkForm(service, url);
      return refuseKey(service, url);
    }
    return route(service, url, request);
  } catch (error) {
    if (error instanceof Refusal) return createRefusalResponse(service, error, url);
    throw error;
  }
}

function route(service: Service, url: URL, request: OutgoingRequest): ServiceResponse {
  const { method } = request;
  const [top, id = '', action = '', fileId = '', last = ''] = url.pathname
    .slice(prefix.length + 1)
    .split('/')
    .map(decodeURIComponent);
  const call = `${method} ${action}${last && `/${last}`}`;
  if (top !== 'books') throw notFound(service);
  if (id === '') {
    if (method === 'GET') return listBooks(service, url);
    return createBook(service, readJson(request));
  }
  if (id === 'external-id') return lookUpBook(service, action);
  if (call === 'GET ') return readBook(service, findBook(service, id, true));
  if (method === 'DELETE') {
    readEmptyObject(service, request);
    const book = findBook(service, id, true);
    return current(service, book).isDeleted ? deleteAgain(service) : deleteBook(service, book);
  }
  const checksBodyFirst = service.choose(open['the body is checked before the book']) === 'yes';
  const isEmpty = call === 'POST publish' || call === 'POST unpublish';
  const read = () => (isEmpty ? readEmptyObject(service, request) : readJson(request));
  if (checksBodyFirst) read();
  const book = findBook(service, id);
  if (fileId !== '') checkUuid(service, 'fileId', fileId);
  const body = read();
  if (call === 'PATCH ') return updateBook(service, book, body);
  if (call === 'POST upload') return requestUploads(service, book, body);
  if (call === 'POST publish') return publishBook(service, book);
  if (call === 'POST unpublish') return unpublishBook(service, book);
  if (call === 'PATCH file/attach') return attachFile(service, { book, fileId }, body);
  throw notFound(service);
}

/** Refuses a path with an id that is not a UUID. */
function checkForm(service: Service, url: URL): void {
  const [, id = ''] = url.pathname.slice(prefix.length + 1).split('/');
  if (id !== '' && id !== 'external-id') checkUuid(service, 'bookPublicId', decodeURIComponent(id));
}

function checkUuid(service: Service, name: string, id: string): void {
  if (isUuid(id)) return;
  const status = service.choose(open['an id that is not a UUID']);
  throw status === 404 ? notFound(service) : new Refusal(status, [wrong(name, status)]);
}

function findBook(service: Service, id: string, mayBeDeleted = false): Book {
  checkUuid(service, 'bookPublicId', id);
  const book = service.books.find((known) => known.id === id.toLowerCase());
  if (book === undefined) throw notFound(service);
  if (current(service, book).isDeleted && !mayBeDeleted) {
    throw notFound(service, service.choose(open['a call for a deleted book']));
  }
  return book;
}

function isJson({ headers }: OutgoingRequest): boolean {
  return /^application\/json(?:;|$)/i.test(headers['content-type'] ?? '');
}

function readJson(request: OutgoingRequest): unknown {
  if (!isJson(request)) throw new Refusal(400, [wrong('content-type', 400)]);
  try {
    const { body = '' } = request;
    return JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'));
  } catch {
    throw new Refusal(400, [wrong('body', 400)]);
  }
}

function readEmptyObject({ choose }: Service, request: OutgoingRequest): void {
  const isMissing = (request.body ?? '').length === 0;
  const missing = choose(open['a missing empty object']);
  if (isMissing && missing === 400) throw new Refusal(400, [wrong('body', 400)]);
  if (isMissing) return;
  const checksType = choose(open['the content type of an empty object']) === 'checked';
  if (!checksType && !isJson(request)) return;
  const body = readJson(request);
  const isEmpty = isObject(body) && Object.keys(body).length === 0;
  if (!isEmpty && choose(open['something other than an empty object']) === 400) {
    throw new Refusal(400, [wrong('body', 400)]);
  }
}

function refuseKey(service: Service, url: URL): ServiceResponse {
  const body = service.choose(open['the body of a 401']);
  if (body === 'message') return { status: 401, json: { message: 'Who is it?' } };
  if (body === 'problem') return createRefusalResponse(service, new Refusal(401), url);
  return { status: 401, text: { text: 'no key', empty: '', html: '<h1>401</h1>' }[body] };
}

function fail({ choose }: Service, failure: string) {
  const wait = choose(open['the wait after too many calls']);
  const status = Number(failure.slice(0, 3));
  const text = choose(open['the body of a failure']);
  const headers: [string, string][] = [];
  if (status === 429 && wait !== 'none') headers.push(['retry-after', wait]);
  return { status, headers, text: async () => text };
}

function send(service: Service, response: ServiceResponse) {
  const { choose, now, newId } = service;
  const { status, json, mediaType = 'application/json' } = response;
  const further = choose(open['further headers']);
  const text = json === undefined ? (response.text ?? '') : writeJson(service, json);
  const headers: [string, string][] = [];
  const labelsNothing = choose(open['a media type without a body']) === 'present';
  if (json !== undefined) {
    headers.push(['content-type', `${mediaType}${choose(open['the charset of JSON'])}`]);
  } else if (text !== '' || labelsNothing) {
    headers.push(['content-type', guessMediaType(text)]);
  }
  if (choose(open['the date header']) === 'present')
    headers.push(['date', new Date(now()).toUTCString()]);
  if (further === 'etag') headers.push(['etag', `"${newId()}"`]);
  if (further === 'location' && status === 201)
    headers.push(['location', '/v2/distribution/books']);
  if (further === 'other') headers.push(['x-served-by', 'shelf-7'], ['cache-control', 'no-store']);
  if (status === 401 && choose(open['a challenge for a key']) === 'present') {
    headers.push(['www-authenticate', 'ApiKey']);
  }
  return { status, headers, text: async () => text };
}

function writeJson({ choose }: Service, json: unknown): string {
  const text = JSON.stringify(json, null, choose(open['spaces in JSON']));
  if (choose(open['characters in JSON']) === 'plain') return text;
  const escape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replaceAll(/[\u0080-\uffff]/g, escape);
}

function guessMediaType(text: string): string {
  if (text.startsWith('<')) return 'text/html';
  return text.startsWith('{') ? 'application/json' : 'text/plain';
}
