/** The typed calls of the contract. Each returns its exchange, with any status. */
import type { components, paths } from '../../generated/api.ts';
import type { Exchange } from '../evidence/index.ts';
import type { Scope, Wire } from '../wire/index.ts';

type Schemas = components['schemas'];
type ListQuery = NonNullable<paths['/books']['get']['parameters']['query']>;

export interface TypedCalls {
  readonly create: (body: Schemas['BookCreate']) => Promise<Exchange>;
  readonly list: (query?: ListQuery) => Promise<Exchange>;
  readonly read: (id: string) => Promise<Exchange>;
  readonly lookUp: (externalId: string) => Promise<Exchange>;
  readonly update: (id: string, body: Schemas['BookUpdate']) => Promise<Exchange>;
  readonly requestUploads: (
    id: string,
    descriptors: Schemas['FileUploadDescriptor'][],
  ) => Promise<Exchange>;
  /** Sends bytes to a presigned URL by PUT, without the key. */
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

/** Binds the typed calls to one case. The contract types the requests; responses are untyped. */
export function createTypedCalls(wire: Wire, scope: Scope): TypedCalls {
  const send = async (method: string, path: string, json?: unknown): Promise<Exchange> =>
    wire({ method, path, ...(json === undefined ? {} : { json }) }, scope);
  const segment = encodeURIComponent;
  const book = (id: string): string => `/books/${segment(id)}`;
  return {
    create: async (body) => send('POST', '/books', body),
    list: async (query = {}) =>
      wire({ method: 'GET', path: '/books', query: textual(query) }, scope),
    read: async (id) => send('GET', book(id)),
    lookUp: async (externalId) => send('GET', `/books/external-id/${segment(externalId)}`),
    update: async (id, body) => send('PATCH', book(id), body),
    requestUploads: async (id, descriptors) => send('POST', `${book(id)}/upload`, descriptors),
    put: async (url, bytes, contentType) => wire({ method: 'PUT', url, bytes, contentType }, scope),
    attach: async (id, fileId, body) =>
      send('PATCH', `${book(id)}/file/${segment(fileId)}/attach`, body),
    publish: async (id) => send('POST', `${book(id)}/publish`, {}),
    unpublish: async (id) => send('POST', `${book(id)}/unpublish`, {}),
    delete: async (id) => send('DELETE', book(id), {}),
  };
}

function textual(query: ListQuery): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}
