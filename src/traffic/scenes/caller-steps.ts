/** The steps of programs that call the service. */
import { createHash, randomUUID } from 'node:crypto';
import { isArray, isObject } from '../../contract/json-pointer.ts';
import type { CallerId } from '../../contract/requirements.ts';

/** The service as a caller sees it, and the failures that a test can cause. */
export interface CallerEnvironment {
  readonly fetch: typeof fetch;
  /** Address with `/v2/distribution`, without a slash at the end. */
  readonly api: string;
  readonly apiKey: string;
  /** Moves the service's clock forward, in milliseconds. */
  readonly advance: (milliseconds: number) => void;
  /** The next create does its work, and its response is lost. */
  readonly loseCreate: () => void;
  /** The next list is refused with 429 and `Retry-After: 2`. */
  readonly refuseList: () => void;
}

export const bytes = new TextEncoder().encode('ID3 a track');

function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

export function createBookFields(format: 'ebook' | 'print' | 'audio', externalId: string): object {
  return {
    format,
    externalId,
    title: 'A Walk',
    language: ['en'],
    description: 'A long walk.',
    category: ['FIC000000'],
    copyright: 'SELF',
    saleTerritory: ['ALL'],
    publicationDate: '2031-05-01',
    contributor: [
      { firstName: 'Ada', lastName: 'Reed', role: 'Author' },
      { firstName: 'Ben', lastName: 'Moss', role: 'Narrated by' },
    ],
    price: [{ currency: 'USD', price: 9.5 }],
    ...(format === 'print' && { isbn: '9780306406157' }),
    ...(format === 'audio' && { audioDetails: { audioLength: 3600, audioEdition: 'UBR' } }),
  };
}

interface RequestOptions {
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

/** Sends JSON with the key, unless `headers` replace it. */
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
  const parsed: unknown = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
  return parsed;
}

/** Follows names and positions into a JSON value, to a string. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  let current = value;
  for (const part of path) {
    if (isArray(current) && typeof part === 'number') current = current[part];
    else if (isObject(current)) current = current[String(part)];
  }
  return typeof current === 'string' ? current : '';
}

export async function createBook(
  env: CallerEnvironment,
  format: 'ebook' | 'print' | 'audio' = 'audio',
): Promise<string> {
  return textAt(
    await send(env, 'POST /books', { body: createBookFields(format, randomUUID()) }),
    'data',
    'id',
  );
}

export interface Grant {
  readonly book: string;
  readonly file: string;
  readonly url: string;
  readonly bytes: Uint8Array;
}

interface GrantOptions {
  readonly role?: string;
  /** A new audiobook if absent. */
  readonly book?: string;
  readonly content?: Uint8Array;
  readonly filename?: string;
}

/** Requests an upload URL. */
export async function requestUpload(
  env: CallerEnvironment,
  {
    role = 'audio_content',
    book: existingBook,
    content = bytes,
    filename = 'one.mp3',
  }: GrantOptions = {},
): Promise<Grant> {
  const book = existingBook ?? (await createBook(env));
  const hashSha256 = sha256(content);
  const granted = await send(env, `POST /books/${book}/upload`, {
    body: [{ referenceId: 'track-1', role, filename, hashSha256 }],
  });
  const file = textAt(granted, 'data', 0, 'id');
  return { book, file, url: textAt(granted, 'data', 0, 'attributes', 'url'), bytes: content };
}

export const asTrack = { 'content-type': 'audio/mpeg' };
export const asCover = { 'content-type': 'image/jpeg' };

/** @param headers with the type of the file */
export async function put(
  env: CallerEnvironment,
  url: string,
  { body = bytes, headers = asTrack }: { body?: Uint8Array; headers?: Record<string, string> } = {},
): Promise<void> {
  await send(env, `PUT ${url}`, { headers, body });
}

export async function attach(
  env: CallerEnvironment,
  { book, file, bytes: content }: Grant,
  changes = {},
): Promise<void> {
  const body = { filename: 'one.mp3', hashSha256: sha256(content), ...changes };
  await send(env, `PATCH /books/${book}/file/${file}/attach`, { body });
}

/** A book with one attached track and no chapter. */
export async function uploadTrack(env: CallerEnvironment): Promise<Grant> {
  const upload = await requestUpload(env);
  await put(env, upload.url);
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
  readonly breaks: CallerId;
  readonly run: (env: CallerEnvironment) => Promise<void>;
}

/** A program that sends one request; `BOOK` in the call is the id of a new book. */
export function sendOneRequest(call: string, options?: RequestOptions): FaultyCaller['run'] {
  return async (env) => {
    const book = call.includes('BOOK') ? await createBook(env, 'ebook') : '';
    await send(env, call.replace('BOOK', book), options);
  };
}

/** A program that creates a book with wrong fields. */
export function createWithChanges(
  format: 'ebook' | 'print' | 'audio',
  changes: object,
): FaultyCaller['run'] {
  return sendOneRequest('POST /books', { body: { ...createBookFields(format, 'x'), ...changes } });
}
