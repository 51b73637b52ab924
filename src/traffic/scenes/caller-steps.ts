/** The steps of programs that call the service. */
import { createHash, randomUUID } from 'node:crypto';
import { isArray, isObject } from '../../contract/json-pointer.ts';

/** The service as a caller sees it, and the moments at which a test interferes. */
export interface Surroundings {
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

function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

export function bookOf(format: 'ebook' | 'print' | 'audio', externalId: string): object {
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

interface Sending {
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

/** Sends JSON with the key, unless `headers` say otherwise. */
export async function send(
  around: Surroundings,
  call: string,
  { headers, body }: Sending = {},
): Promise<unknown> {
  const [method = 'GET', path = ''] = call.split(' ');
  const url = path.startsWith('http') ? path : around.api + path;
  const sent = headers ?? {
    apikey: around.apiKey,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const response = await around.fetch(url, {
    method,
    headers: sent,
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
  let here = value;
  for (const part of path) {
    if (isArray(here) && typeof part === 'number') here = here[part];
    else if (isObject(here)) here = here[String(part)];
  }
  return typeof here === 'string' ? here : '';
}

export async function create(
  around: Surroundings,
  format: 'ebook' | 'print' | 'audio' = 'audio',
): Promise<string> {
  return textAt(
    await send(around, 'POST /books', { body: bookOf(format, randomUUID()) }),
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

interface Granting {
  readonly role?: string;
  /** A new audiobook if absent. */
  readonly book?: string;
  readonly content?: Uint8Array;
  readonly filename?: string;
}

/** Requests an upload URL. */
export async function grant(
  around: Surroundings,
  { role = 'audio_content', book: given, content = bytes, filename = 'one.mp3' }: Granting = {},
): Promise<Grant> {
  const book = given ?? (await create(around));
  const hashSha256 = hashOf(content);
  const granted = await send(around, `POST /books/${book}/upload`, {
    body: [{ referenceId: 'track-1', role, filename, hashSha256 }],
  });
  const file = textAt(granted, 'data', 0, 'id');
  return { book, file, url: textAt(granted, 'data', 0, 'attributes', 'url'), bytes: content };
}

export const asTrack = { 'content-type': 'audio/mpeg' };
export const asCover = { 'content-type': 'image/jpeg' };

/** @param headers with the type of the file */
export async function put(
  around: Surroundings,
  url: string,
  { body = bytes, headers = asTrack }: { body?: Uint8Array; headers?: Record<string, string> } = {},
): Promise<void> {
  await send(around, `PUT ${url}`, { headers, body });
}

export async function attach(
  around: Surroundings,
  { book, file, bytes: content }: Grant,
  changes = {},
): Promise<void> {
  const body = { filename: 'one.mp3', hashSha256: hashOf(content), ...changes };
  await send(around, `PATCH /books/${book}/file/${file}/attach`, { body });
}

/** A book with one attached track and no chapter. */
export async function attachedTrack(around: Surroundings): Promise<Grant> {
  const made = await grant(around);
  await put(around, made.url);
  await attach(around, made);
  return made;
}

export async function publish(around: Surroundings, book: string): Promise<void> {
  await send(around, `POST /books/${book}/publish`, { body: {} });
}

export async function addChapters(
  around: Surroundings,
  book: string,
  ...files: readonly string[]
): Promise<void> {
  const chapters = files.map((fileId, index) => ({ fileId, sequence: index + 1, title: 'Part' }));
  await send(around, `PATCH /books/${book}`, { body: { chapters } });
}
