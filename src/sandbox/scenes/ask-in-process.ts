/** Calls a sandbox, for tests and proofs of the sandbox and of its faults. */
import { createHash } from 'node:crypto';
import type { Sandbox } from '../sandbox.ts';

/** The response that was received. */
export interface ReceivedResponse {
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
  readonly mediaType: string;
  /** The requirement a refusal names. */
  readonly requirement: string | undefined;
  readonly headers: Headers;
}

export interface Question {
  readonly key?: string | null;
  /** Sent as it is; otherwise `json` is sent as JSON. */
  readonly text?: string;
  readonly json?: unknown;
  readonly contentType?: string | null;
}

export type Format = 'ebook' | 'print' | 'audio';

export interface SentFile {
  readonly id: string;
  readonly role: string;
  readonly filename: string;
  readonly hashSha256: string;
}

export type Asking = ReturnType<typeof asking>;

/** Returns the value at a dotted path of a body, or undefined. */
export function at(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((here, key) => {
    if (typeof here !== 'object' || here === null) return undefined;
    return Object.entries(here).find(([name]) => name === key)?.[1];
  }, body);
}

/** Returns the string at a dotted path, or throws. */
function textAt(body: unknown, path: string): string {
  const value = at(body, path);
  if (typeof value !== 'string') throw new Error(`No text at ${path}: ${JSON.stringify(body)}`);
  return value;
}

export function sha256(bytes: string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A valid new book. */
export function newBook(format: Format, changes: object = {}): Record<string, unknown> {
  const narrator = { firstName: 'Nora', lastName: 'Reader', role: 'Narrated by' };
  return {
    format,
    title: 'The Salt Road',
    language: ['en'],
    description: 'A trader walks the old salt road one last time.',
    category: ['FIC014000'],
    copyright: 'SELF',
    saleTerritory: ['ALL'],
    publicationDate: '2031-03-15',
    contributor: [
      { firstName: 'Ines', lastName: 'Aldana', role: 'Author' },
      ...(format === 'audio' ? [narrator] : []),
    ],
    price: [{ currency: 'USD', price: 9.99 }],
    ...(format === 'print' ? { isbn: '9780306406157' } : {}),
    ...(format === 'audio' ? { audioDetails: { audioLength: 60, audioEdition: 'UBR' } } : {}),
    ...changes,
  };
}

/** The descriptor of a file before it is sent, with some changes. */
export const descriptor = (change: object = {}) => ({
  referenceId: 'one',
  role: 'ebook_content',
  filename: 'one.epub',
  hashSha256: sha256('bytes'),
  ...change,
});

/** A service and its storage, in this process or at an address. */
type Reachable = Pick<Sandbox, 'fetch' | 'storageFetch' | 'keys'> & { readonly url?: string };

export function asking(service: Reachable, key = service.keys[0] ?? '') {
  const { url: origin = 'http://sandbox.invalid' } = service;
  const ask = (method: string, path: string, question: Question = {}) =>
    received(
      service.fetch(requestOf(method, `${origin}/v2/distribution${path}`, { key, ...question })),
    );
  const put = (url: string, bytes: string, headers: Record<string, string> = {}) =>
    received(
      service.storageFetch(
        new Request(url, {
          method: 'PUT',
          body: bytes,
          headers: { 'content-type': 'application/epub+zip', ...headers },
        }),
      ),
    );
  const send = (method: string, path: string, json?: unknown) => ask(method, path, { json });
  return {
    ask,
    send,
    put,
    get: (path: string) => ask('GET', path),
    post: (path: string, json: unknown) => send('POST', path, json),
    patch: (path: string, json: unknown) => send('PATCH', path, json),
    remove: (path: string) => send('DELETE', path, {}),
    ...making(send, put),
  };
}

type Send = (method: string, path: string, json?: unknown) => Promise<ReceivedResponse>;
type Put = (url: string, bytes: string) => Promise<ReceivedResponse>;

function making(send: Send, put: Put) {
  const create = async (format: Format, changes: object = {}) => {
    const made = await send('POST', '/books', newBook(format, changes));
    const id = at(made.body, 'bookId') ?? at(made.body, 'data.id');
    if (typeof id !== 'string') throw new Error(`Not created: ${made.status} ${made.text}`);
    return id;
  };
  const grant = async (book: string, role: string, bytes: string) => {
    const filename = `${role}.bin`;
    const hashSha256 = sha256(bytes);
    const file = descriptor({ referenceId: role, role, filename, hashSha256 });
    const { body, text } = await send('POST', `/books/${book}/upload`, [file]);
    const id = at(body, 'data.0.id') ?? at(body, '0.id');
    const url = at(body, 'data.0.attributes.url') ?? at(body, '0.url');
    if (typeof id !== 'string' || typeof url !== 'string') throw new Error(`No grant: ${text}`);
    return { id, url, role, filename, hashSha256 };
  };
  const attach = (book: string, { id, filename, hashSha256 }: SentFile) =>
    send('PATCH', `/books/${book}/file/${id}/attach`, { filename, hashSha256 });
  const file = async (book: string, role: string, bytes = `${role} bytes`) => {
    const granted = await grant(book, role, bytes);
    await put(granted.url, bytes);
    await attach(book, granted);
    return granted;
  };
  const status = async (book: string) =>
    textAt((await send('GET', `/books/${book}`, undefined)).body, 'data.attributes.status');
  return { create, grant, attach, file, status, ready: readying({ create, file, send }) };
}

interface Making {
  readonly create: (format: Format, changes?: object) => Promise<string>;
  readonly file: (book: string, role: string, bytes?: string) => Promise<SentFile>;
  readonly send: Send;
}

/** Makes a book that would be published. */
function readying({ create, file, send }: Making) {
  const prefix = { ebook: 'ebook', print: 'pod', audio: 'audio' };
  return async (format: Format, changes: object = {}) => {
    const id = await create(format, changes);
    const content = await file(id, `${prefix[format]}_content`);
    const cover = await file(id, `${prefix[format]}_cover`);
    const chapters = [{ fileId: content.id, sequence: 1, title: 'One' }];
    await send('PATCH', `/books/${id}`, {
      isFinalVersion: true,
      ...(format === 'audio' ? { chapters } : {}),
    });
    return { id, content, cover };
  };
}

function requestOf(method: string, url: string, question: Question): Request {
  const { key, text, json, contentType = 'application/json' } = question;
  const body = text ?? (json === undefined ? undefined : JSON.stringify(json));
  const headers = new Headers();
  if (typeof key === 'string') headers.set('apikey', key);
  if (body !== undefined && contentType !== null) headers.set('content-type', contentType);
  // A text body names its own type unless it is handed over as bytes.
  const bytes = body === undefined || method === 'GET' ? null : new TextEncoder().encode(body);
  return new Request(url, { method, headers, body: bytes });
}

async function received(answered: Promise<Response>): Promise<ReceivedResponse> {
  const answer = await answered;
  const text = await answer.text();
  const mediaType = answer.headers.get('content-type') ?? '';
  return {
    status: answer.status,
    text,
    body: mediaType.includes('json') && text !== '' ? parsed(text) : undefined,
    mediaType,
    requirement: answer.headers.get('x-requirement') ?? undefined,
    headers: answer.headers,
  };
}

function parsed(text: string): unknown {
  return JSON.parse(text);
}
