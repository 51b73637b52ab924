/** The typed calls of the contract, and asking again until an answer satisfies. */
import type { components, paths } from '../../generated/api.ts';
import { type Exchange, Unproven } from '../evidence/index.ts';
import { lagPauses, type Scope, type Wire } from '../wire/index.ts';

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
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** Milliseconds after which a list or lookup must show a write. */
export const longestLag = 5_500;

/** Lets time go by, in milliseconds; rejects when the signal ends it. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export type Eventually = ReturnType<typeof createEventually>;

/**
 * Makes the poll of one case: it repeats a call with growing pauses until the result satisfies. It
 * returns the last result, satisfying or not: the case judges it.
 */
export function createEventually(wait: Pause, signal: AbortSignal) {
  return async <T>(probe: () => Promise<T>, isSatisfied: (answer: T) => boolean): Promise<T> => {
    let answer = await probe();
    for (const pause of lagPauses) {
      if (isSatisfied(answer)) return answer;
      await wait(pause, signal).catch(() => {
        throw new Unproven('interrupted');
      });
      answer = await probe();
    }
    return answer;
  };
}
