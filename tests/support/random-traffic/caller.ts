/** Sends the calls of random traffic, and remembers the books and files that they create. */
import { sha256, valueAt } from '../sandbox/test-client.ts';

export interface TrafficRequest {
  readonly method: string;
  /** Below `/v2/distribution`, or the whole URL of an upload. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A call to the service, with its key and media type unless it says otherwise. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly json?: unknown;
  readonly key?: string | null;
  readonly mediaType?: string;
}

interface PlannedFile {
  readonly role: string;
  readonly filename: string;
  readonly content: string;
}

export interface GrantedFile extends PlannedFile {
  readonly id: string;
  readonly url: string;
}

export interface KnownBook {
  readonly id: string;
  readonly format: string;
  externalId: string | undefined;
  readonly files: GrantedFile[];
}

/** The service that random traffic is sent to. */
export interface TrafficService {
  /** Sends a request and returns the JSON of the response, if there is any. If it rejects, the traffic ends. */
  readonly send: (request: TrafficRequest) => Promise<unknown>;
  readonly key: string;
  /** Advances the clock of the service. */
  readonly advance: (milliseconds: number) => Promise<void>;
}

export type Caller = ReturnType<typeof createCaller>;

type Body = Readonly<Record<string, unknown>>;

/** @param books the books of all callers that share them */
export function createCaller(service: TrafficService, books: KnownBook[] = []) {
  const { send, advance } = service;
  const sendCall = async (call: Call): Promise<unknown> => {
    const { method, path, json, key = service.key, mediaType = 'application/json' } = call;
    const headers = key === null ? {} : { apikey: key };
    if (json === undefined) return send({ method, path, headers });
    const body = JSON.stringify(json);
    return send({ method, path, headers: { ...headers, 'content-type': mediaType }, body });
  };
  const call = async (method: string, path: string, json?: unknown) =>
    sendCall({ method, path, json });
  return {
    books,
    advance,
    sendCall,
    call,
    create: async (body: Body) => {
      const response = await call('POST', '/books', body);
      const id = valueAt(response, 'bookId') ?? valueAt(response, 'data.id');
      const { format, externalId } = body;
      const knownId = typeof externalId === 'string' ? externalId : undefined;
      if (typeof id === 'string')
        books.push({ id, format: String(format), externalId: knownId, files: [] });
    },
    update: async (book: KnownBook, body: Body) => {
      if (typeof body['externalId'] === 'string') book.externalId = body['externalId'];
      await call('PATCH', `/books/${book.id}`, body);
    },
    read: async ({ id }: KnownBook) => call('GET', `/books/${id}`),
    publish: async ({ id }: KnownBook) => call('POST', `/books/${id}/publish`, {}),
    grant: async (book: KnownBook, files: readonly PlannedFile[]) => {
      const descriptors = files.map(({ role, filename, content }, at) => ({
        referenceId: `label-${at}`,
        role,
        filename,
        hashSha256: sha256(content),
      }));
      const response = await call('POST', `/books/${book.id}/upload`, descriptors);
      return files.flatMap((file, at): GrantedFile[] => {
        const grant = valueAt(response, `data.${at}`) ?? valueAt(response, `${at}`);
        const [id, url] = [
          valueAt(grant, 'id'),
          valueAt(grant, 'attributes.url') ?? valueAt(grant, 'url'),
        ];
        return typeof id === 'string' && typeof url === 'string' ? [{ ...file, id, url }] : [];
      });
    },
    put: async (url: string, body: string, type: string) =>
      send({ method: 'PUT', path: url, headers: { 'content-type': type }, body }),
    attach: async (book: KnownBook, file: GrantedFile, changes: Body) => {
      const { filename, content } = file;
      const body = { filename, hashSha256: sha256(content), ...changes };
      return call('PATCH', `/books/${book.id}/file/${file.id}/attach`, body);
    },
  };
}

/** Returns the JSON of a text, or undefined if it is something else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
