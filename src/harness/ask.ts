/** The typed calls of the contract, each answering with its exchange whatever the status. */
import { createRaw, type Raw } from '../client/raw.ts';
import type { components, paths } from '../generated/api.ts';
import type { Exchange } from './exchange.ts';
import type { Scope } from './scope.ts';
import { BrokenCase } from './verdict-errors.ts';
import type { Wire, WireRequest } from './wire.ts';

type Schemas = components['schemas'];
type ListQuery = NonNullable<paths['/books']['get']['parameters']['query']>;

export interface Answers {
  readonly create: (body: Schemas['BookCreate']) => Promise<Exchange>;
  readonly list: (query?: ListQuery) => Promise<Exchange>;
  readonly read: (id: string) => Promise<Exchange>;
  readonly lookUp: (externalId: string) => Promise<Exchange>;
  readonly update: (id: string, body: Schemas['BookUpdate']) => Promise<Exchange>;
  readonly requestUploads: (
    id: string,
    descriptors: Schemas['FileUploadDescriptor'][],
  ) => Promise<Exchange>;
  /** PUTs bytes to a presigned URL: no key, and not through the typed client. */
  readonly put: (url: string, bytes: Uint8Array, contentType: string) => Promise<Exchange>;
  readonly attach: (
    id: string,
    fileId: string,
    body: Schemas['AttachRequest'],
  ) => Promise<Exchange>;
  readonly publish: (id: string) => Promise<Exchange>;
  readonly unpublish: (id: string) => Promise<Exchange>;
  readonly delete: (id: string) => Promise<Exchange>;
}

export interface AskOptions {
  readonly baseUrl: string;
  readonly wire: Wire;
  readonly scope: Scope;
}

type Send = (call: (raw: Raw) => Promise<unknown>) => Promise<Exchange>;

/** Bodies are read from the exchange, so the typed client is kept from parsing them. */
const unread = { parseAs: 'stream' } as const;

/** Binds the typed calls to one case. */
export function createAnswers(options: AskOptions): Answers {
  const send = sender(options);
  return { ...bookCalls(send), ...lifeCalls(send), ...fileCalls(send, options) };
}

function sender({ baseUrl, wire, scope }: AskOptions): Send {
  return async (call) => {
    let exchange: Exchange | undefined;
    // The wire adds the run's key itself, so that one place alone decides who gets it.
    const raw = createRaw({
      baseUrl,
      apiKey: '',
      fetch: async (request) => {
        exchange = await wire(await wireRequestOf(request, baseUrl), scope);
        const empty = exchange.text === '' || [204, 205, 304].includes(exchange.status);
        return new Response(empty ? null : exchange.text, { status: exchange.status });
      },
    });
    // Counted before anything is awaited: the typed client waits a moment before it sends, and a
    // call that nobody awaits must not go unnoticed in that moment.
    scope.inFlight += 1;
    try {
      await call(raw);
    } finally {
      scope.inFlight -= 1;
    }
    if (exchange === undefined) throw new BrokenCase('the typed client sent nothing');
    return exchange;
  };
}

function bookPath(id: string) {
  return { params: { path: { bookPublicId: id } } };
}

function bookCalls(send: Send): Pick<Answers, 'create' | 'list' | 'read' | 'lookUp' | 'update'> {
  return {
    create: async (body) => send(async (raw) => raw.POST('/books', { body, ...unread })),
    list: async (query = {}) =>
      send(async (raw) => raw.GET('/books', { params: { query }, ...unread })),
    read: async (id) =>
      send(async (raw) => raw.GET('/books/{bookPublicId}', { ...bookPath(id), ...unread })),
    lookUp: async (externalId) => {
      const params = { path: { bookExternalId: externalId } };
      const path = '/books/external-id/{bookExternalId}';
      return send(async (raw) => raw.GET(path, { params, ...unread }));
    },
    update: async (id, body) =>
      send(async (raw) => raw.PATCH('/books/{bookPublicId}', { ...bookPath(id), body, ...unread })),
  };
}

function lifeCalls(send: Send): Pick<Answers, 'publish' | 'unpublish' | 'delete'> {
  const empty = (id: string) => ({ ...bookPath(id), body: {}, ...unread });
  return {
    publish: async (id) =>
      send(async (raw) => raw.POST('/books/{bookPublicId}/publish', empty(id))),
    unpublish: async (id) =>
      send(async (raw) => raw.POST('/books/{bookPublicId}/unpublish', empty(id))),
    delete: async (id) => send(async (raw) => raw.DELETE('/books/{bookPublicId}', empty(id))),
  };
}

function fileCalls(
  send: Send,
  { wire, scope }: AskOptions,
): Pick<Answers, 'requestUploads' | 'put' | 'attach'> {
  return {
    requestUploads: async (id, body) =>
      send(async (raw) =>
        raw.POST('/books/{bookPublicId}/upload', { ...bookPath(id), body, ...unread }),
      ),
    put: async (url, bytes, contentType) => wire({ method: 'PUT', url, bytes, contentType }, scope),
    attach: async (id, fileId, body) => {
      const params = { path: { bookPublicId: id, fileId } };
      const path = '/books/{bookPublicId}/file/{fileId}/attach';
      return send(async (raw) => raw.PATCH(path, { params, body, ...unread }));
    },
  };
}

async function wireRequestOf(request: Request, baseUrl: string): Promise<WireRequest> {
  const url = new URL(request.url);
  const type = request.headers.get('content-type');
  const text = await request.text();
  const path = url.href.slice(baseUrl.length).split('?')[0] ?? '';
  return {
    method: request.method,
    path,
    query: Object.fromEntries(url.searchParams),
    ...(text === '' ? {} : jsonOr(text)),
    contentType: type,
  };
}

/** The parsed body where it parses, so that reports show JSON and not an escaped string. */
function jsonOr(text: string): { json: unknown } | { text: string } {
  try {
    const json: unknown = JSON.parse(text);
    return { json };
  } catch {
    return { text };
  }
}
