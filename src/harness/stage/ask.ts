/** The typed calls of the contract. */
import type { components, paths } from '../../generated/api.ts';
import type { OperationId } from '../../contract/operations.ts';
import type { Exchange } from '../evidence/index.ts';
import { completeBody } from '../arbitraries/index.ts';
import type { Scope, Wire } from '../wire/index.ts';

type Schemas = components['schemas'];
type ListQuery = NonNullable<paths['/books']['get']['parameters']['query']>;

export type TypedCalls = ReturnType<typeof createTypedCalls>;

/**
 * Binds the typed calls to one case. The package's own contract types the requests; what the judged contract
 * requires besides is added. Each call returns its exchange, with any status, and the response is untyped.
 */
export function createTypedCalls(wire: Wire, scope: Scope) {
  const send = async (method: string, path: string, json?: unknown): Promise<Exchange> =>
    wire({ method, path, json }, scope);
  const sendBody = async (
    operation: OperationId,
    { method, path, body }: { method: string; path: string; body: unknown },
  ): Promise<Exchange> => send(method, path, completeBody(operation, body));
  const encode = encodeURIComponent;
  const bookPath = (id: string): string => `/books/${encode(id)}`;
  return {
    create: async (body: Schemas['BookCreate']) =>
      sendBody('createBook', { method: 'POST', path: '/books', body }),
    list: async (query: ListQuery = {}) =>
      wire({ method: 'GET', path: '/books', query: toQueryStrings(query) }, scope),
    read: async (id: string) => send('GET', bookPath(id)),
    lookUp: async (externalId: string) => send('GET', `/books/external-id/${encode(externalId)}`),
    update: async (id: string, body: Schemas['BookUpdate']) =>
      sendBody('updateBook', { method: 'PATCH', path: bookPath(id), body }),
    requestUploads: async (id: string, body: Schemas['FileUploadDescriptor'][]) =>
      sendBody('requestUploads', { method: 'POST', path: `${bookPath(id)}/upload`, body }),
    /** Sends bytes to a presigned URL by PUT, without the key. */
    put: async (url: string, bytes: Uint8Array, contentType: string) =>
      wire({ method: 'PUT', url, bytes, contentType }, scope),
    attach: async (id: string, fileId: string, body: Schemas['AttachRequest']) =>
      sendBody('attachFile', {
        method: 'PATCH',
        path: `${bookPath(id)}/file/${encode(fileId)}/attach`,
        body,
      }),
    publish: async (id: string) => send('POST', `${bookPath(id)}/publish`, {}),
    unpublish: async (id: string) => send('POST', `${bookPath(id)}/unpublish`, {}),
    delete: async (id: string) => send('DELETE', bookPath(id), {}),
  };
}

function toQueryStrings(query: ListQuery): Record<string, string> {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
