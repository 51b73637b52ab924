/** A client of a sandbox, for tests of the sandbox and of its faults. */
import { createHash } from 'node:crypto';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { newBook, type Format } from '../books.ts';

export { newBook };

/** A response with its body. */
export interface ReceivedResponse {
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
  readonly mediaType: string;
  /** The requirement that a refusal names. */
  readonly requirement: string | undefined;
  readonly headers: Headers;
}

export interface TestRequest {
  readonly key?: string | null;
  /** The body as it is sent; by default, `json` as JSON. */
  readonly text?: string;
  readonly json?: unknown;
  readonly contentType?: string | null;
}

export interface SentFile {
  readonly id: string;
  readonly role: string;
  readonly filename: string;
  readonly hashSha256: string;
}

export type TestClient = ReturnType<typeof createTestClient>;

/** Returns the value at a dotted path of a body, or undefined. */
export function valueAt(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((node, key) => {
    if (typeof node !== 'object' || node === null) return undefined;
    return Object.entries(node).find(([name]) => name === key)?.[1];
  }, body);
}

/** Returns the string at a dotted path. Throws if there is none. */
function stringAt(body: unknown, path: string): string {
  const value = valueAt(body, path);
  if (typeof value !== 'string') throw new Error(`No string at ${path}: ${JSON.stringify(body)}`);
  return value;
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns a descriptor for an upload request, with some changes. */
export const descriptor = (change: object = {}) => ({
  referenceId: 'one',
  role: 'ebook_content',
  filename: 'one.epub',
  hashSha256: sha256('bytes'),
  ...change,
});

/** A service and its storage, in this process or at an address. */
interface Reachable extends Pick<Sandbox, 'keys'> {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly storageFetch: (request: Request) => Promise<Response>;
  readonly url?: string;
}

export function createTestClient(service: Reachable, key = service.keys[0] ?? '') {
  const { url: origin = 'http://sandbox.invalid' } = service;
  const sendRequest = (method: string, path: string, request: TestRequest = {}) =>
    readResponse(
      service.fetch(createRequest(method, `${origin}/v2/distribution${path}`, { key, ...request })),
    );
  const upload = (url: string, bytes: string, headers: Record<string, string> = {}) =>
    readResponse(
      service.storageFetch(
        new Request(url, {
          method: 'PUT',
          body: bytes,
          headers: { 'content-type': 'application/epub+zip', ...headers },
        }),
      ),
    );
  const sendJson = (method: string, path: string, json?: unknown) =>
    sendRequest(method, path, { json });
  return {
    sendRequest,
    send: sendJson,
    upload,
    get: (path: string) => sendRequest('GET', path),
    post: (path: string, json: unknown) => sendJson('POST', path, json),
    patch: (path: string, json: unknown) => sendJson('PATCH', path, json),
    remove: (path: string) => sendJson('DELETE', path, {}),
    ...createActions(sendJson, upload),
  };
}

/** Returns a client of a service at an address. A connection that breaks gives a response with the status 0. */
export function createRemoteClient(url: string, key: string): TestClient {
  const send = (request: Request) =>
    fetch(request)
      .then(async (response) => new Response((await response.text()) || null, response))
      .catch(() => Response.error());
  return createTestClient({ url, fetch: send, storageFetch: send, keys: [key] });
}

type SendJson = (method: string, path: string, json?: unknown) => Promise<ReceivedResponse>;
type Upload = (url: string, bytes: string) => Promise<ReceivedResponse>;

function createActions(sendJson: SendJson, upload: Upload) {
  const create = async (format: Format, changes: object = {}) => {
    const response = await sendJson('POST', '/books', newBook(format, changes));
    const id = valueAt(response.body, 'bookId') ?? valueAt(response.body, 'data.id');
    if (typeof id !== 'string') throw new Error(`Not created: ${response.status} ${response.text}`);
    return id;
  };
  const grant = async (book: string, role: string, bytes: string | Uint8Array) => {
    const filename = `${role}.bin`;
    const hashSha256 = sha256(bytes);
    const fileDescriptor = descriptor({ referenceId: role, role, filename, hashSha256 });
    const { body, text } = await sendJson('POST', `/books/${book}/upload`, [fileDescriptor]);
    const id = valueAt(body, 'data.0.id') ?? valueAt(body, '0.id');
    const url = valueAt(body, 'data.0.attributes.url') ?? valueAt(body, '0.url');
    if (typeof id !== 'string' || typeof url !== 'string') throw new Error(`No grant: ${text}`);
    return { id, url, role, filename, hashSha256 };
  };
  const attach = (book: string, { id, filename, hashSha256 }: SentFile) =>
    sendJson('PATCH', `/books/${book}/file/${id}/attach`, { filename, hashSha256 });
  const addFile = async (book: string, role: string, bytes = `${role} bytes`) => {
    const grantedFile = await grant(book, role, bytes);
    await upload(grantedFile.url, bytes);
    await attach(book, grantedFile);
    return grantedFile;
  };
  const readStatus = async (book: string) =>
    stringAt((await sendJson('GET', `/books/${book}`, undefined)).body, 'data.attributes.status');
  return {
    create,
    grant,
    attach,
    addFile,
    readStatus,
    createReady: createReadyBook({ create, addFile, send: sendJson }),
  };
}

interface Actions {
  readonly create: (format: Format, changes?: object) => Promise<string>;
  readonly addFile: (book: string, role: string, bytes?: string) => Promise<SentFile>;
  readonly send: SendJson;
}

function createReadyBook({ create, addFile, send }: Actions) {
  const prefix = { ebook: 'ebook', print: 'pod', audio: 'audio' };
  return async (format: Format, changes: object = {}) => {
    const id = await create(format, changes);
    const content = await addFile(id, `${prefix[format]}_content`);
    const cover = await addFile(id, `${prefix[format]}_cover`);
    const chapters = [{ fileId: content.id, sequence: 1, title: 'One' }];
    await send('PATCH', `/books/${id}`, {
      isFinalVersion: true,
      ...(format === 'audio' ? { chapters } : {}),
    });
    return { id, content, cover };
  };
}

function createRequest(method: string, url: string, request: TestRequest): Request {
  const { key, text, json, contentType = 'application/json' } = request;
  const body = text ?? (json === undefined ? undefined : JSON.stringify(json));
  const headers = new Headers();
  if (typeof key === 'string') headers.set('apikey', key);
  if (body !== undefined && contentType !== null) headers.set('content-type', contentType);
  // Given a string, the Request would add a Content-Type; given bytes, it does not.
  const bytes = body === undefined || method === 'GET' ? null : new TextEncoder().encode(body);
  return new Request(url, { method, headers, body: bytes });
}

async function readResponse(responsePromise: Promise<Response>): Promise<ReceivedResponse> {
  const response = await responsePromise;
  const text = await response.text();
  const mediaType = response.headers.get('content-type') ?? '';
  return {
    status: response.status,
    text,
    body: mediaType.includes('json') && text !== '' ? parseJson(text) : undefined,
    mediaType,
    requirement: response.headers.get('x-requirement') ?? undefined,
    headers: response.headers,
  };
}

function parseJson(text: string): unknown {
  return JSON.parse(text);
}
