/** The typed calls of the contract, each answering with its exchange whatever the status. */
import { createRaw, type Raw } from '../client/raw.ts';
import type { components, paths } from '../generated/api.ts';
import type { Exchange } from './exchange.ts';
import type { Scope } from './scope.ts';
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

/** Binds the typed calls to one case. */
export function createAnswers({ baseUrl, wire, scope }: AskOptions): Answers {
  const send = async (call: (raw: Raw) => Promise<unknown>): Promise<Exchange> => {
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
    await call(raw);
    if (exchange === undefined) throw new Error('The typed client sent nothing.');
    return exchange;
  };
  const bookPath = (id: string) => ({ params: { path: { bookPublicId: id } } });
  const stream = { parseAs: 'stream' } as const;
  return {
    create: async (body) => send(async (raw) => raw.POST('/books', { body, ...stream })),
    list: async (query = {}) =>
      send(async (raw) => raw.GET('/books', { params: { query }, ...stream })),
    read: async (id) =>
      send(async (raw) => raw.GET('/books/{bookPublicId}', { ...bookPath(id), ...stream })),
    lookUp: async (externalId) =>
      send(async (raw) =>
        raw.GET('/books/external-id/{bookExternalId}', {
          params: { path: { bookExternalId: externalId } },
          ...stream,
        }),
      ),
    update: async (id, body) =>
      send(async (raw) => raw.PATCH('/books/{bookPublicId}', { ...bookPath(id), body, ...stream })),
    requestUploads: async (id, body) =>
      send(async (raw) =>
        raw.POST('/books/{bookPublicId}/upload', { ...bookPath(id), body, ...stream }),
      ),
    put: async (url, bytes, contentType) => wire({ method: 'PUT', url, bytes, contentType }, scope),
    attach: async (id, fileId, body) =>
      send(async (raw) =>
        raw.PATCH('/books/{bookPublicId}/file/{fileId}/attach', {
          params: { path: { bookPublicId: id, fileId } },
          body,
          ...stream,
        }),
      ),
    publish: async (id) =>
      send(async (raw) =>
        raw.POST('/books/{bookPublicId}/publish', { ...bookPath(id), body: {}, ...stream }),
      ),
    unpublish: async (id) =>
      send(async (raw) =>
        raw.POST('/books/{bookPublicId}/unpublish', { ...bookPath(id), body: {}, ...stream }),
      ),
    delete: async (id) =>
      send(async (raw) =>
        raw.DELETE('/books/{bookPublicId}', { ...bookPath(id), body: {}, ...stream }),
      ),
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
