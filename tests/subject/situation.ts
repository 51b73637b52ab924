/** Describes each request with the properties that the conditions of narrowed faults test. */
import {
  getStatus,
  isJsonObject,
  toList,
  type Book,
  type Situation,
  type SubjectState,
} from './state.ts';

/** One HTTP request to the service or its storage, with its complete body. */
export interface ServiceRequest {
  readonly method: string;
  readonly url: URL;
  readonly key: string | undefined;
  readonly contentType: string | undefined;
  readonly bytes: Uint8Array;
}

/** Counts of earlier requests by route, and of earlier publish requests by book. */
interface RequestCounts {
  readonly byRoute: Map<string, number>;
  readonly publishesByBook: Map<string, number>;
}

export function createRequestCounts(): RequestCounts {
  return { byRoute: new Map(), publishesByBook: new Map() };
}

/** Counts a request, and returns its situation with the book as it was before. */
export function readSituation(
  state: SubjectState,
  counts: RequestCounts,
  request: ServiceRequest,
): Situation {
  const query = request.url.searchParams;
  const route = readRoute(request);
  const book = findBook(state, route, request.url);
  const body = parseBody(request);
  const fields = isJsonObject(body) ? body : {};
  const strings = [body, book?.fields, book?.chapters].flatMap(collectStrings);
  return {
    ...countRequest(counts, route, book),
    route,
    format: book?.format ?? query.get('format') ?? String(fields['format']),
    status: book === undefined ? undefined : getStatus(state, book),
    page: route === 'GET books' ? Number(query.get('page') ?? 1) : 1,
    isFiltered: route === 'GET books' && (query.has('format') || query.has('language')),
    text: strings.join('\n'),
    maxStringLength: Math.max(0, ...strings.map((string) => string.length)),
    maxListLength: measureLongestList(body),
    chapterCount: Math.max(book?.chapters.length ?? 0, toList(fields['chapters']).length),
  };
}

function readRoute({ method, url }: ServiceRequest): string {
  // /v2/distribution/books/{id}/file/{fileId}/attach: `first` is the id, and `second` is `file`.
  const [, , , , first, second, , last] = url.pathname.split('/');
  if (method === 'PUT') return 'PUT bytes';
  if (first === undefined || first === '') return `${method} books`;
  if (first === 'external-id') return 'GET external-id';
  // A request for the book itself is called `GET one`, `PATCH one` or `DELETE one` in the names of faults.
  return `${method} ${last ?? second ?? 'one'}`;
}

function countRequest(
  counts: RequestCounts,
  route: string,
  book: Book | undefined,
): Pick<Situation, 'earlierPublishes' | 'requestNumber'> {
  const requestNumber = (counts.byRoute.get(route) ?? 0) + 1;
  counts.byRoute.set(route, requestNumber);
  const earlierPublishes = counts.publishesByBook.get(book?.id ?? '') ?? 0;
  if (route === 'POST publish' && book !== undefined) {
    counts.publishesByBook.set(book.id, earlierPublishes + 1);
  }
  return { earlierPublishes, requestNumber };
}

function findBook(state: SubjectState, route: string, url: URL): Book | undefined {
  // /{fileId} at the storage; /v2/distribution/books/{id} or …/books/external-id/{externalId} at the service.
  const [, fileId = '', , , bookId = '', encodedExternalId = ''] = url.pathname.split('/');
  if (route === 'PUT bytes') return state.books.get(state.files.get(fileId)?.bookId ?? '');
  if (route !== 'GET external-id') return state.books.get(bookId.toLowerCase());
  const externalId = decodeURIComponent(encodedExternalId);
  return [...state.books.values()].find(({ fields }) => fields['externalId'] === externalId);
}

function parseBody({ bytes, method }: ServiceRequest): unknown {
  if (method === 'PUT' || bytes.length === 0) return undefined;
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Returns all strings in a JSON value, at any depth. */
function collectStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return toList(value).flatMap(collectStrings);
  return isJsonObject(value) ? Object.values(value).flatMap(collectStrings) : [];
}

/** Returns the length of the longest list in a JSON value, at any depth. */
function measureLongestList(value: unknown): number {
  if (Array.isArray(value)) return Math.max(value.length, ...toList(value).map(measureLongestList));
  const members = isJsonObject(value) ? Object.values(value) : [];
  return Math.max(0, ...members.map(measureLongestList));
}
