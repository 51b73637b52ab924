/** Checks the key of each request and routes it to its operation. */
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
import type { ServiceRequest, ServiceResponse } from './messages.ts';
import { notFound, Refusal } from './refusal.ts';
import type { Book, ServiceState } from './state.ts';
import { isUuid } from './field-checks.ts';

const prefix = '/v2/distribution/books';

/**
 * Returns the response to one request.
 * @throws Refusal if the service refuses the request
 */
export function handleRequest(
  state: ServiceState,
  viewList: ListView,
  request: ServiceRequest,
): ServiceResponse {
  const { method, url, key } = request;
  if (key !== state.key) return { status: 401, ...state.character.unauthorizedBody };
  if (url.pathname !== prefix && !url.pathname.startsWith(`${prefix}/`)) throw notFound('page');
  const segments = url.pathname.slice(prefix.length).split('/').slice(1).map(decodeURIComponent);
  const [first, second = '', third = '', fourth] = segments;
  const methodAndDepth = `${method} ${segments.length}`;
  if (methodAndDepth === 'GET 0') return listBooks(state, viewList, url);
  if (methodAndDepth === 'POST 0') return createBook(state, parseJson(request));
  if (first === undefined || segments.length > 4) throw notFound('page');
  if (methodAndDepth === 'GET 2' && first === 'external-id') return lookUpBook(state, second);
  const bookRequest = { state, request, id: first };
  if (methodAndDepth === 'GET 1') {
    return { status: 200, json: createBookEnvelope(state, findBook(bookRequest)) };
  }
  if (methodAndDepth === 'PATCH 1') {
    return updateBook(state, findBook(bookRequest), parseJson(request));
  }
  if (methodAndDepth === 'DELETE 1') return deleteBook(state, findBook(bookRequest));
  if (methodAndDepth === 'POST 2') return runAction(bookRequest, second);
  if (methodAndDepth === 'PATCH 4' && second === 'file' && fourth === 'attach') {
    const fileId = parsePathId(state, 'fileId', third);
    return attachFile(state, { book: findBook(bookRequest), fileId }, parseJson(request));
  }
  throw notFound('page');
}

interface BookRequest {
  readonly state: ServiceState;
  readonly request: ServiceRequest;
  readonly id: string;
}

function runAction(bookRequest: BookRequest, action: string): ServiceResponse {
  const { state, request } = bookRequest;
  if (action === 'upload') {
    return grantUploads(state, findBook(bookRequest), parseJson(request));
  }
  if (action !== 'publish' && action !== 'unpublish') throw notFound('page');
  if (request.bytes.length > 0 && state.character.strict) parseJson(request);
  const runs = action === 'publish' ? publishBook : unpublishBook;
  return runs(state, findBook(bookRequest));
}

function findBook({ state, id }: BookRequest): Book {
  const book = state.books.get(parsePathId(state, 'bookPublicId', id));
  if (book === undefined) throw notFound('book');
  return book;
}

function parsePathId(state: ServiceState, name: string, text: string): string {
  if (isUuid(text)) return text.toLowerCase();
  if (state.character.statusForBadPathId === 404) throw notFound('book');
  throw new Refusal(400, `${name} is not a UUID`, {
    errors: [{ name, reason: 'is not a UUID', status: 400 }],
  });
}

function parseJson(request: ServiceRequest): unknown {
  const mediaType = (request.contentType ?? '').split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
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
