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
  const segment = encodeURIComponent;
  const book = (id: string): string => `/books/${segment(id)}`;
  return {
    create: async (body: Schemas['BookCreate']) => send('POST', '/books', body),
    list: async (query: ListQuery = {}) =>
      wire({ method: 'GET', path: '/books', query: textual(query) }, scope),
    read: async (id: string) => send('GET', book(id)),
    lookUp: async (externalId: string) => send('GET', `/books/external-id/${segment(externalId)}`),
    update: async (id: string, body: Schemas['BookUpdate']) => send('PATCH', book(id), body),
    requestUploads: async (id: string, descriptors: Schemas['FileUploadDescriptor'][]) =>
      send('POST', `${book(id)}/upload`, descriptors),
    /** Sends bytes to a presigned URL by PUT, without the key. */
    put: async (url: string, bytes: Uint8Array, contentType: string) =>
      wire({ method: 'PUT', url, bytes, contentType }, scope),
    attach: async (id: string, fileId: string, body: Schemas['AttachRequest']) =>
      send('PATCH', `${book(id)}/file/${segment(fileId)}/attach`, body),
    publish: async (id: string) => send('POST', `${book(id)}/publish`, {}),
    unpublish: async (id: string) => send('POST', `${book(id)}/unpublish`, {}),
    delete: async (id: string) => send('DELETE', book(id), {}),
  };
}

function textual(query: ListQuery): Record<string, string> {
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
  return async <T>(probe: () => Promise<T>, satisfied: (answer: T) => boolean): Promise<T> => {
    let answer = await probe();
    for (const pause of lagPauses) {
      if (satisfied(answer)) return answer;
      await wait(pause, signal).catch(() => {
        throw new Unproven('interrupted');
      });
      answer = await probe();
    }
    return answer;
  };
}
