/** Builds exchanges of a correct service with one book, with the changes that a test needs, and judges them. */
import {
  createWorld,
  digestUrl,
  observe,
  type ObservedExchange,
  type WorldOptions,
} from '../../../src/monitor/index.ts';
import { newBook } from '../books.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** The id of the book, unless a test names another one. */
export const bookId = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
export const otherId = '7d1c4f2e-0b3a-4c55-8e19-6a2f5b9c0d31';
export const fileId = '9a1f6f0e-2f0d-4b5b-8d0c-1a2b3c4d5e6f';
export const bookPath = `/books/${bookId}`;

/** The fields with which the book is created. */
export const createBody: Fields = newBook('ebook', { externalId: 'cat-1' });

const imprint = { id: '58d2e9a4-7b13-4c60-a5f7-e10b3c9d8246', name: 'Harbour Lane Press' };

/** Builds a full book in its envelope. */
export function buildBook(changes: Fields = {}, id = bookId): Fields {
  const attributes = {
    ...createBody,
    language: ['EN'],
    status: 'draft',
    subtitle: null,
    series: null,
    isbn: null,
    imprint,
    keyword: [],
    isFinalVersion: false,
    audience: null,
    ebookDetails: null,
    podDetails: null,
    audioDetails: null,
    files: [],
    chapters: null,
    ...changes,
  };
  return { data: { id, type: 'book', attributes } };
}

/** Builds the list item of the same book. */
export function buildListItem(changes: Fields = {}, id = bookId): Fields {
  const attributes = {
    externalId: 'cat-1',
    format: 'ebook',
    title: createBody['title'],
    subtitle: null,
    seriesTitle: null,
    seriesNumber: null,
    productIdentifier: null,
    productIdentifierType: null,
    authors: ['Ines Aldana'],
    language: ['EN'],
    status: 'draft',
    createdAt: '2026-11-02T14:05:31.000Z',
    updatedAt: '2026-11-02T14:05:31.000Z',
    ...changes,
  };
  return { id, type: 'book', attributes };
}

/** Builds the only page of a list. */
export function buildPage(
  items: readonly Fields[],
  { links = {}, meta = {} }: { readonly links?: Fields; readonly meta?: Fields } = {},
): Fields {
  return {
    data: items,
    meta: { total: items.length, page: 1, perPage: 50, lastPage: 1, ...meta },
    links: { self: '/books?page=1', next: null, prev: null, ...links },
  };
}

interface ExchangeDetails {
  readonly json?: unknown;
  readonly status?: number;
  readonly body?: unknown;
  readonly sentAt?: number;
  readonly answeredAt?: number;
  readonly key?: 'own' | 'wrong';
}

/** An exchange without its number in the history. */
export type UnnumberedExchange = Omit<ObservedExchange, 'number'>;

/** Builds an exchange with status 200 that starts and ends at time 0, unless the details say otherwise. */
export function buildExchange(
  method: string,
  path: string,
  details: ExchangeDetails,
): UnnumberedExchange {
  const { json, status = 200, body, key = 'own' } = details;
  const { sentAt = details.answeredAt ?? 0, answeredAt = sentAt } = details;
  return {
    sentAt,
    answeredAt,
    request: {
      method,
      url: path,
      path,
      toStorage: path.startsWith('http'),
      ...(path.startsWith('http') && { urlDigest: digestUrl(path) }),
      headers: json === undefined ? {} : { 'content-type': 'application/json' },
      key,
      account: 'one',
      body: json === undefined ? { kind: 'none' } : { kind: 'json', value: json },
    },
    response: {
      status,
      headers: { 'content-type': 'application/json' },
      text: JSON.stringify(body),
      body,
    },
  };
}

interface CallDetails extends Omit<ExchangeDetails, 'json'> {
  /** The id of the book; that of the one book by default. */
  readonly id?: string;
  /** The fields that the response shows. */
  readonly shows?: Fields;
}

export function create(fields: Fields = {}, { id, shows = fields, ...details }: CallDetails = {}) {
  const json = { ...createBody, ...fields };
  return buildExchange('POST', '/books', {
    json,
    status: 201,
    body: buildBook(shows, id),
    ...details,
  });
}

export const created = create();

export function read(fields: Fields = {}, { id = bookId, ...details }: CallDetails = {}) {
  return buildExchange('GET', `/books/${id}`, { body: buildBook(fields, id), ...details });
}

/** Builds an update. Its response has only the id, unless `shows` has fields of the book. */
export function update(json: Fields, { id = bookId, shows, ...details }: CallDetails = {}) {
  const body = shows === undefined ? { bookId: id } : buildBook(shows, id);
  return buildExchange('PATCH', `/books/${id}`, { json, body, ...details });
}

/** Builds a call without content: `publish`, `unpublish`, or a delete of the book. */
export function change(
  call: 'publish' | 'unpublish' | 'delete',
  { id = bookId, ...details }: CallDetails = {},
) {
  const [method, path] = call === 'delete' ? ['DELETE', ''] : ['POST', `/${call}`];
  return buildExchange(method, `/books/${id}${path}`, { json: {}, status: 204, ...details });
}

export const publish = change('publish');
export const deleted = change('delete');

export function lookUp(
  fields: Fields = {},
  { externalId = 'cat-1', ...details }: CallDetails & { readonly externalId?: string } = {},
) {
  const path = `/books/external-id/${encodeURIComponent(externalId)}`;
  return buildExchange('GET', path, { body: buildBook(fields), ...details });
}

/** Builds the only page of a list that shows only the book. */
export function list(fields: Fields = {}, details: CallDetails = {}) {
  return buildExchange('GET', '/books', { body: buildPage([buildListItem(fields)]), ...details });
}

export const hash = 'ab'.repeat(32);
const file = { referenceId: 'one', role: 'ebook_cover' };

/** Returns the descriptor of a cover. */
export const describeFile = (changes: Fields = {}): Fields => ({
  ...file,
  filename: 'a.jpg',
  hashSha256: hash,
  ...changes,
});

export const getUploadUrl = (name: string): string =>
  `https://storage.example/uploads/${name}?signature=abc`;

/** Builds an upload request for descriptors; by default, it grants a URL for a cover. */
export function requestUpload({
  id = fileId,
  url = getUploadUrl('1'),
  expiresAt = '2099-01-01T00:00:00.000Z',
  files = [describeFile()],
} = {}) {
  const body = {
    data: [{ id, type: 'book-file-upload', attributes: { ...file, url, expiresAt } }],
  };
  return buildExchange('POST', `${bookPath}/upload`, { json: files, status: 201, body });
}

/** Builds an attach of the cover. */
export function attach(
  changes: Fields = {},
  {
    id = bookId,
    file: attachedFile = fileId,
  }: { readonly id?: string; readonly file?: string } = {},
) {
  const json = { filename: 'a.jpg', hashSha256: hash, ...changes };
  return buildExchange('PATCH', `/books/${id}/file/${attachedFile}/attach`, { json, body: {} });
}

/** Returns a Problem that names fields. */
export function buildProblem(status: number, path: string, names: readonly string[] = []): Fields {
  const invalidParams = names.map((name) => ({ name, reason: `${name}: No.` }));
  return { title: 'No', status, detail: 'No.', instance: path, invalidParams };
}

/** Returns the call with a refusal: a Problem that names fields. */
export function refuse(
  { request, ...rest }: UnnumberedExchange,
  status: number,
  ...names: string[]
): UnnumberedExchange {
  const [path = ''] = request.path.split('?');
  return { ...rest, request, response: respond(status, buildProblem(status, path, names)) };
}

/** Returns the call with a refusal that has only a message. */
export function refuseWithMessage(
  exchange: UnnumberedExchange,
  status: number,
): UnnumberedExchange {
  return { ...exchange, response: respond(status, { message: 'No.' }) };
}

export function respond(status: number, body: unknown) {
  const headers = { 'content-type': 'application/json' };
  return { status, headers, text: JSON.stringify(body), body };
}

/** Returns the exchange with a response that has the service's time in its `Date` header. */
export function withDate(exchange: UnnumberedExchange, time: number): UnnumberedExchange {
  const { response } = exchange;
  const date = new Date(time).toUTCString();
  return {
    ...exchange,
    response: response && { ...response, headers: { ...response.headers, date } },
  };
}

/** Returns the exchange at another time. */
export function at(
  exchange: UnnumberedExchange,
  sentAt: number,
  answeredAt = sentAt,
): UnnumberedExchange {
  return { ...exchange, sentAt, answeredAt };
}

/** Returns the exchange with changes of its request. */
export function changeRequest(
  exchange: UnnumberedExchange,
  changes: Partial<UnnumberedExchange['request']>,
): UnnumberedExchange {
  return { ...exchange, request: { ...exchange.request, ...changes } };
}

/** Returns the exchange without the body of its request, as if it was not recorded. */
export const hideBody = (exchange: UnnumberedExchange): UnnumberedExchange =>
  changeRequest(exchange, { body: { kind: 'unknown' } });

/**
 * Judges a history, starting with an empty world.
 * @param history contains undefined in place of an exchange that was not recorded
 * @returns the ids of the requirements that drifted or conformed, the readings, the numbers of the
 *   exchanges that only lag excuses, and the values that were compared
 */
export function judge(
  history: readonly (UnnumberedExchange | undefined)[],
  options: WorldOptions = {},
) {
  let world = createWorld(options);
  const drifts: string[] = [];
  const met: string[] = [];
  const readings: string[] = [];
  const excusedExchanges: number[] = [];
  const comparisons: unknown[] = [];
  for (const [index, exchange] of history.entries()) {
    if (exchange === undefined) continue;
    const observation = observe(world, { ...exchange, number: index + 1 });
    world = observation.world;
    if (observation.excused.length > 0) excusedExchanges.push(index + 1);
    readings.push(
      ...observation.observations.map(({ silence, reading }) => `${silence}=${reading}`),
    );
    for (const { verdict, requirement, values: comparison } of observation.judgements) {
      if (comparison !== undefined) comparisons.push(comparison);
      (verdict === 'drifts' ? drifts : met).push(requirement);
    }
  }
  return { drifts, met, readings, excusedExchanges, comparisons };
}
