/** The typed calls of the contract. */
import type { components, paths } from '../../generated/api.ts';
import type { Exchange } from '../evidence/index.ts';
import type { Scope, Wire } from '../wire/index.ts';

type Schemas = components['schemas'];
type ListQuery = NonNullable<paths['/books']['get']['parameters']['query']>;

export type TypedCalls = ReturnType<typeof createTypedCalls>;

/**
 * Binds the typed calls to one case. The contract types the requests. Each call returns its exchange,
 * with any status, and the response is untyped.
 */
export function createTypedCalls(wire: Wire, scope: Scope) {
  const send = async (method: string, path: string, json?: unknown): Promise<Exchange> =>
    wire({ method, path, json }, scope);
  const encode = encodeURIComponent;
  const bookPath = (id: string): string => `/books/${encode(id)}`;
  return {
    create: async (body: Schemas['BookCreate']) => send('POST', '/books', body),
    list: async (query: ListQuery = {}) =>
      wire({ method: 'GET', path: '/books', query: toQueryStrings(query) }, scope),
    read: async (id: string) => send('GET', bookPath(id)),
    lookUp: async (externalId: string) => send('GET', `/books/external-id/${encode(externalId)}`),
    update: async (id: string, body: Schemas['BookUpdate']) => send('PATCH', bookPath(id), body),
    requestUploads: async (id: string, descriptors: Schemas['FileUploadDescriptor'][]) =>
      send('POST', `${bookPath(id)}/upload`, descriptors),
    /** Sends bytes to a presigned URL by PUT, without the key. */
    put: async (url: string, bytes: Uint8Array, contentType: string) =>
      wire({ method: 'PUT', url, bytes, contentType }, scope),
    attach: async (id: string, fileId: string, body: Schemas['AttachRequest']) =>
      send('PATCH', `${bookPath(id)}/file/${encode(fileId)}/attach`, body),
    publish: async (id: string) => send('POST', `${bookPath(id)}/publish`, {}),
    unpublish: async (id: string) => send('POST', `${bookPath(id)}/unpublish`, {}),
    delete: async (id: string) => send('DELETE', bookPath(id), {}),
  };
}

function toQueryStrings(query: ListQuery): Record<string, string> {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
