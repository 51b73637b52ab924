/** The single steps from which the tests build programs that call the service. */
import { randomUUID } from 'node:crypto';
import type { CallerId } from '../../../src/contract/requirements.ts';
import { newBook, type Format } from '../books.ts';
import { sha256, valueAt } from '../sandbox/test-client.ts';

/** The connection of a caller to the service, and the failures that a test can cause. */
export interface CallerEnvironment {
  readonly fetch: typeof fetch;
  /** Address with `/v2/distribution`, without a slash at the end. */
  readonly api: string;
  readonly apiKey: string;
  /** Moves the service's clock forward, in milliseconds. */
  readonly advance: (milliseconds: number) => void;
  /** Lets the next create take effect, but loses its response. */
  readonly loseCreate: () => void;
  /** Makes the service refuse the next list with 429 and `Retry-After: 2`. */
  readonly refuseList: () => void;
}

export const trackBytes = new TextEncoder().encode('ID3 a track');

interface RequestOptions {
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

/**
 * Sends a request; returns the response body, parsed if it is JSON.
 * @param call method and path, such as `GET /books`; a full URL may replace the path
 * @param options without `headers`, the request has the API key and, for a body, the JSON content type
 */
export async function send(
  env: CallerEnvironment,
  call: string,
  { headers: customHeaders, body }: RequestOptions = {},
): Promise<unknown> {
  const [method = 'GET', path = ''] = call.split(' ');
  const url = path.startsWith('http') ? path : env.api + path;
  const headers = customHeaders ?? {
    apikey: env.apiKey,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const response = await env.fetch(url, {
    method,
    headers,
    ...(body !== undefined && {
      body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body),
    }),
  });
  const text = await response.text();
  const value: unknown = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
  return value;
}

/** Returns the string at a dotted path of a body; an empty string if there is no string. */
export function getTextAt(body: unknown, path: string): string {
  const text = valueAt(body, path);
  return typeof text === 'string' ? text : '';
}

export async function createBook(
  env: CallerEnvironment,
  format: Format = 'audio',
): Promise<string> {
  const body = newBook(format, { externalId: randomUUID() });
  return getTextAt(await send(env, 'POST /books', { body }), 'data.id');
}

export interface DeclaredFile {
  readonly book: string;
  readonly file: string;
  readonly url: string;
  readonly bytes: Uint8Array;
}

interface GrantOptions {
  readonly role?: string;
  /** The book's id; a new audiobook if absent. */
  readonly book?: string;
  readonly content?: Uint8Array;
  readonly filename?: string;
}

/** Requests an upload URL for one file. Without a book, it is for a new audiobook. */
export async function requestUpload(
  env: CallerEnvironment,
  options: GrantOptions = {},
): Promise<DeclaredFile> {
  const { role = 'audio_content', content = trackBytes, filename = 'one.mp3' } = options;
  const book = options.book ?? (await createBook(env));
  const hashSha256 = sha256(content);
  const grants = await send(env, `POST /books/${book}/upload`, {
    body: [{ referenceId: 'track-1', role, filename, hashSha256 }],
  });
  const file = getTextAt(grants, 'data.0.id');
  return { book, file, url: getTextAt(grants, 'data.0.attributes.url'), bytes: content };
}

export const trackHeaders = { 'content-type': 'audio/mpeg' };
export const coverHeaders = { 'content-type': 'image/jpeg' };

/** Sends bytes to an upload URL; without `headers`, as an audio track. */
export async function uploadBytes(
  env: CallerEnvironment,
  url: string,
  {
    body = trackBytes,
    headers = trackHeaders,
  }: { body?: Uint8Array; headers?: Record<string, string> } = {},
): Promise<void> {
  await send(env, `PUT ${url}`, { headers, body });
}

export async function attach(
  env: CallerEnvironment,
  { book, file, bytes: content }: DeclaredFile,
  changes = {},
): Promise<void> {
  const body = { filename: 'one.mp3', hashSha256: sha256(content), ...changes };
  await send(env, `PATCH /books/${book}/file/${file}/attach`, { body });
}

/** Creates an audiobook with one attached track and no chapter. */
export async function uploadTrack(env: CallerEnvironment): Promise<DeclaredFile> {
  const upload = await requestUpload(env);
  await uploadBytes(env, upload.url);
  await attach(env, upload);
  return upload;
}

export async function publish(env: CallerEnvironment, book: string): Promise<void> {
  await send(env, `POST /books/${book}/publish`, { body: {} });
}

export async function addChapters(
  env: CallerEnvironment,
  book: string,
  ...files: readonly string[]
): Promise<void> {
  const chapters = files.map((fileId, index) => ({ fileId, sequence: index + 1, title: 'Part' }));
  await send(env, `PATCH /books/${book}`, { body: { chapters } });
}

/** A program that breaks one rule for callers. */
export interface FaultyCaller {
  readonly name: string;
  readonly brokenRule: CallerId;
  readonly run: (env: CallerEnvironment) => Promise<void>;
}

/** The programs that break each rule, by name. */
export type CallersByRule = Readonly<
  Partial<Record<CallerId, Readonly<Record<string, FaultyCaller['run']>>>>
>;

/** Returns a program that sends one request; `BOOK` in the call stands for the id of a new book. */
export function sendOneRequest(call: string, options?: RequestOptions): FaultyCaller['run'] {
  return async (env) => {
    const book = call.includes('BOOK') ? await createBook(env, 'ebook') : '';
    await send(env, call.replace('BOOK', book), options);
  };
}

/** Returns a program that creates a book with some fields changed. */
export function createWithChanges(format: Format, changes: object) {
  return sendOneRequest('POST /books', { body: newBook(format, { externalId: 'x', ...changes }) });
}
