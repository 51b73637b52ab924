/** A second service that follows the interface document, written from it alone to try the suite on. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { characters, type CharacterName } from './characters.ts';
import type { FaultName } from './faults.ts';
import { store } from './files.ts';
import { lookAt } from './listing.ts';
import { momentOf } from './narrowings.ts';
import { Refusal, replyTo, type Reply } from './refusal.ts';
import { answerTo, type Call } from './routes.ts';
import { emptyShelf, type Moment, type Shelf } from './shelf.ts';

/** The settings of a subject; `faults` are the promises that it breaks. */
export interface SubjectOptions {
  readonly character: CharacterName;
  readonly faults?: readonly FaultName[];
  /** The clock it goes by, in epoch milliseconds. */
  readonly now?: () => number;
  /** Makes UUIDs. */
  readonly newId?: () => string;
  /** Restricts the faults to some requests. */
  readonly narrowing?: (now: Moment) => boolean;
}

/** A subject that listens: `url` is the base address in front of the path prefix. */
export interface Subject {
  readonly url: string;
  readonly storageUrl: string;
  readonly key: string;
  readonly close: () => Promise<void>;
}

/** Starts a subject on two ports of this machine, one for the service, one for the bytes. */
export async function startSubject(options: SubjectOptions): Promise<Subject> {
  const shelf = emptyShelf({
    character: characters[options.character],
    key: `k-${options.character}`,
    faults: new Set(options.faults),
    now: options.now ?? (() => Date.now()),
    newId: options.newId ?? randomUUID,
    narrowing: options.narrowing,
  });
  const look = lookAt(shelf);
  const counts = { turns: new Map<string, number>(), publishes: new Map<string, number>() };
  const api = serve(shelf, async (call) => {
    shelf.during.moment = momentOf(shelf, counts, call);
    return answerSafely(shelf, call, () => answerTo(shelf, look, call));
  });
  const storage = serve(shelf, async (call) => {
    const { url, bytes, contentType, key, method } = call;
    shelf.during.moment = momentOf(shelf, counts, call);
    return method === 'PUT' ? store(shelf, { url, bytes, contentType, key }) : { status: 403 };
  });
  shelf.origins.api = await listening(api);
  shelf.origins.storage = await listening(storage);
  return {
    url: shelf.origins.api,
    storageUrl: shelf.origins.storage,
    key: shelf.key,
    async close() {
      await Promise.all([closed(api), closed(storage)]);
    },
  };
}

async function answerSafely(
  shelf: Shelf,
  call: Call,
  answer: () => Promise<Reply>,
): Promise<Reply> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof Refusal) return replyTo(shelf, error, call.url.pathname);
    return { status: 500, json: { message: String(error) } };
  }
}

function serve(shelf: Shelf, answer: (call: Call) => Promise<Reply>): Server {
  const turn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = await callOf(request);
    const reply = await answer(call);
    if (shelf.character.pauseMs > 0) await wait(shelf.character.pauseMs);
    send(shelf, response, reply);
  };
  return createServer((request, response) => {
    turn(request, response).catch(() => response.destroy());
  });
}

async function callOf(request: IncomingMessage): Promise<Call> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(chunk);
  const { apikey } = request.headers;
  return {
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', 'http://subject'),
    key: typeof apikey === 'string' ? apikey : undefined,
    contentType: request.headers['content-type'],
    bytes: Buffer.concat(chunks),
  };
}

function send(
  shelf: Shelf,
  response: ServerResponse,
  { status, json, text, mediaType }: Reply,
): void {
  const { talkative } = shelf.character;
  response.statusCode = status;
  response.setHeader('Date', new Date(shelf.now()).toUTCString());
  if (talkative) response.setHeader('X-Served-By', 'shelf-7');
  if (json !== undefined) {
    const written = JSON.stringify(json, undefined, talkative ? 2 : undefined);
    const usual = talkative ? 'application/json;charset=utf-8' : 'application/json';
    response.setHeader('Content-Type', mediaType ?? usual);
    if (talkative) response.write(written.slice(0, 7));
    response.end(talkative ? written.slice(7) : written);
    return;
  }
  if (mediaType !== undefined) response.setHeader('Content-Type', mediaType);
  response.end(text ?? '');
}

async function listening(server: Server): Promise<string> {
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('no port was given'));
      else resolve(address.port);
    });
  });
  return `http://127.0.0.1:${port}`;
}

async function closed(server: Server): Promise<void> {
  const done = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeAllConnections();
  await done;
}
