/** Checks the key of each request and routes it to its operation. */
import { setTimeout as wait } from 'node:timers/promises';
import {
  createBook,
  publishBook,
  deleteBook,
  unpublishBook,
  updateBook,
} from './book-operations.ts';
import { attachFile, grantUploads } from './file-operations.ts';
import { listBooks, lookUpBook, type ListView } from './list-operations.ts';
import { createBookEnvelope } from './book-views.ts';
import type { ServiceRequest } from './situation.ts';
import { notFound, Refusal, type ServiceResponse } from './refusal.ts';
import type { Book, SubjectState } from './state.ts';
import { isUuid } from './field-checks.ts';

const prefix = '/v2/distribution/books';

/**
 * Returns the response to one request.
 * @throws Refusal if the service refuses the request
 */
export async function handleRequest(
  state: SubjectState,
  viewList: ListView,
  request: ServiceRequest,
): Promise<ServiceResponse> {
  const hasKey = request.key === state.key;
  if (!hasKey && state.hasFault('strangers-delete') && request.method === 'DELETE') {
    route(state, viewList, request);
  }
  if (!hasKey && !acceptsWithoutKey(state, request)) {
    const { text, mediaType } = state.character.unauthorizedBody;
    return { status: state.hasFault('strangers-are-forbidden') ? 403 : 401, text, mediaType };
  }
  if (state.hasFault('updates-collide') && request.method === 'PATCH')
    return collideUpdates(state, viewList, request);
  return route(state, viewList, request);
}

function acceptsWithoutKey(state: SubjectState, { key, method }: ServiceRequest): boolean {
  if (state.hasFault('any-key-opens') && key !== undefined) return true;
  return state.hasFault('reading-needs-no-key') && key === undefined && method === 'GET';
}

/** Updates the book as it was when the request arrived, so a concurrent update is lost. */
async function collideUpdates(
  state: SubjectState,
  viewList: ListView,
  request: ServiceRequest,
): Promise<ServiceResponse> {
  const id = getSegments(request)[0]?.toLowerCase() ?? '';
  const fieldsBefore = state.books.get(id)?.fields;
  await wait(8);
  const book = state.books.get(id);
  if (book !== undefined && fieldsBefore !== undefined) book.fields = fieldsBefore;
  return route(state, viewList, request);
}

function getSegments({ url }: ServiceRequest): string[] {
  return url.pathname.slice(prefix.length).split('/').slice(1).map(decodeURIComponent);
}

function route(state: SubjectState, viewList: ListView, request: ServiceRequest): ServiceResponse {
  const { method, url } = request;
  if (url.pathname !== prefix && !url.pathname.startsWith(`${prefix}/`)) throw notFound('page');
  const segments = getSegments(request);
  const [first, second = '', third = '', fourth] = segments;
  const methodAndDepth = `${method} ${segments.length}`;
  if (methodAndDepth === 'GET 0') return listBooks(state, viewList, url);
  if (methodAndDepth === 'POST 0') return createBook(state, parseJson(state, request));
  if (first === undefined || segments.length > 4) throw notFound('page');
  if (methodAndDepth === 'GET 2' && first === 'external-id') return lookUpBook(state, second);
  const bookRequest = { state, request, id: first };
  if (methodAndDepth === 'GET 1') return readBook(bookRequest);
  if (methodAndDepth === 'PATCH 1') {
    return updateBook(state, findBook(bookRequest), parseJson(state, request));
  }
  if (methodAndDepth === 'DELETE 1') return deleteBook(state, findBook(bookRequest));
  if (methodAndDepth === 'POST 2') return runAction(bookRequest, second);
  if (methodAndDepth === 'PATCH 4' && second === 'file' && fourth === 'attach') {
    const fileId = parsePathId(state, 'fileId', third);
    return attachFile(
      state,
      { book: findBook(bookRequest), fileId },
      parseJson(state, request, 'attach'),
    );
  }
  throw notFound('page');
}

interface BookRequest {
  readonly state: SubjectState;
  readonly request: ServiceRequest;
  readonly id: string;
}

function readBook(bookRequest: BookRequest): ServiceResponse {
  const { state, id } = bookRequest;
  if (state.hasFault('unknown-book-as-422') && !state.books.has(id.toLowerCase())) {
    throw new Refusal(422, 'no such book');
  }
  const book = findBook(bookRequest);
  const json = createBookEnvelope(state, book);
  if (state.hasFault('reading-reopens')) book.status = 'draft';
  return { status: 200, json };
}

function runAction(bookRequest: BookRequest, action: string): ServiceResponse {
  const { state, request } = bookRequest;
  if (action === 'upload') {
    return grantUploads(state, findBook(bookRequest), parseJson(state, request, 'upload'));
  }
  if (action !== 'publish' && action !== 'unpublish') throw notFound('page');
  if (request.bytes.length > 0 && state.character.strict) parseJson(state, request);
  if (action === 'publish') return publishBook(state, findBook(bookRequest));
  const id = parsePathId(state, 'bookPublicId', bookRequest.id);
  if (state.hasFault('withdraws-the-unknown') && !state.books.has(id)) return { status: 204 };
  return unpublishBook(state, findBook(bookRequest));
}

function findBook({ state, id }: BookRequest): Book {
  const book = state.books.get(parsePathId(state, 'bookPublicId', id));
  if (book === undefined) throw notFound('book');
  return book;
}

function parsePathId(state: SubjectState, name: string, text: string): string {
  if (isUuid(text)) return text.toLowerCase();
  if (state.character.statusForBadPathId === 404) throw notFound('book');
  throw new Refusal(400, `${name} is not a UUID`, {
    errors: [{ name, reason: 'is not a UUID', status: 400 }],
  });
}

/** Parses a JSON body. A fault makes attaches or uploads accept any content type, so these pass their operation. */
function parseJson(
  state: SubjectState,
  request: ServiceRequest,
  operation?: 'attach' | 'upload',
): unknown {
  const mediaType = (request.contentType ?? '').split(';')[0]?.trim().toLowerCase();
  const skipsTypeCheck = operation !== undefined && state.hasFault(`${operation}-takes-any-type`);
  if (mediaType !== 'application/json' && !skipsTypeCheck) {
    throw new Refusal(400, 'JSON was expected', {
      errors: [{ name: 'content-type', reason: 'is not JSON', status: 400 }],
    });
  }
  try {
    return JSON.parse(Buffer.from(request.bytes).toString('utf8'));
  } catch {
    throw new Refusal(400, 'the body is not JSON', {
      errors: [{ name: 'body', reason: 'is not JSON', status: 400 }],
    });
  }
}
