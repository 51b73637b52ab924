/** A storage and a service with chosen behaviour on real sockets, also for programs that are killed while they upload. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { pipeline } from 'node:stream/promises';
import { expect } from 'vitest';
import { createDistribution, type Distribution } from '../../../src/client/create-distribution.ts';
import { UploadBatchError } from '../../../src/client/errors/index.ts';
import { systemTime, type Time } from '../../../src/client/transport/index.ts';
import type { UploadOptions } from '../../../src/client/uploads/index.ts';
import type { FileToUpload, PathToUpload } from '../../../src/client/files/index.ts';
import { startServer, createFolder } from '../fixtures.ts';

/** The API key, and the signature of every upload URL. No error may contain it. */
const canary = 'canary-signature-4711';
const bookId = randomUUID();

interface ReceivedPut {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Reads the body to its end and stores its hash. */
  readonly storeBody: () => Promise<void>;
}

/** How the storage server handles one PUT. */
export type PutBehaviour = (put: ReceivedPut) => unknown;

export const storeFile: PutBehaviour = async ({ storeBody, response }) => {
  await storeBody();
  response.end();
};
export const disconnectAfterBody: PutBehaviour = async ({ storeBody, request }) => {
  await storeBody();
  request.socket.destroy();
};
export const failAfterStoring: PutBehaviour = async ({ storeBody, response }) => {
  await storeBody();
  response.writeHead(500).end();
};
export const disconnectDuringBody: PutBehaviour = ({ request }) =>
  request.once('data', () => request.socket.destroy());
export const stall: PutBehaviour = ({ request }) => request.pause();

/** Returns the XML of a storage error. It contains the secret. */
export const createErrorXml = (code: string): string =>
  `<Error><Code>${code}</Code><Url>?sig=${canary}</Url></Error>`;

/** Returns a behaviour that reads the whole body and then refuses it. */
export function refuseAfterBody(
  status: number,
  body = '',
  headers: Record<string, string> = {},
): PutBehaviour {
  return async ({ request, response }) => {
    request.resume();
    await once(request, 'end');
    response.writeHead(status, headers).end(body);
  };
}

/** Creates a service and its storage. Each PUT gets the next behaviour; after the last one, every file is stored. */
export async function createStorageScene(behaviours: PutBehaviour[] = [], lifetimeMs = 60_000) {
  const puts: IncomingMessage[] = [];
  const storedHashes = new Map<string, string>();
  const origin = await startServer((request, response) => {
    puts.push(request);
    const storeBody = async (): Promise<void> => {
      const hash = createHash('sha256');
      for await (const piece of request) hash.update(Buffer.from(piece));
      storedHashes.set(
        new URL(request.url ?? '', 'http://s').pathname.slice(1),
        hash.digest('hex'),
      );
    };
    const behaviour = behaviours.shift() ?? storeFile;
    // Errors are ignored, because the client may close the connection on purpose.
    void Promise.resolve(behaviour({ request, response, storeBody })).catch(() => undefined);
  });
  return { ...createRecordingService({ origin, storedHashes, lifetimeMs }), origin, puts };
}

interface Storage {
  readonly origin: string;
  /** The hash of each stored file, by the id of its grant. */
  readonly storedHashes: ReadonlyMap<string, string>;
  /** How long a URL is valid. */
  readonly lifetimeMs: number;
}

/** A client, and what its service received. */
interface StorageScene {
  readonly distribution: Distribution;
  readonly grantIds: readonly string[];
  readonly attachedIds: readonly string[];
  /** The body of each write that is not an upload or attach request. */
  readonly updates: readonly unknown[];
}

function createRecordingService({ origin, storedHashes, lifetimeMs }: Storage): StorageScene {
  const grantIds: string[] = [];
  const attachedIds: string[] = [];
  const updates: unknown[] = [];
  const createGrant = () => {
    const id = randomUUID();
    grantIds.push(id);
    const expiresAt = new Date(Date.now() + lifetimeMs).toISOString();
    return Response.json([{ id, url: `${origin}/${id}?sig=${canary}`, expiresAt }], {
      status: 201,
    });
  };
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const body: unknown = request.method === 'GET' ? {} : await request.json();
    if (pathname.endsWith('/upload')) return createGrant();
    if (request.method === 'GET') {
      // The document does not name the fields of a file, so the client must accept any name.
      const files = attachedIds.map((id) => ({ anything: id }));
      return Response.json({ data: { id: bookId, type: 'book', attributes: { files } } });
    }
    const fileId = /\/file\/([^/]+)\/attach$/.exec(pathname)?.[1];
    if (fileId === undefined) {
      updates.push(body);
      return Response.json({ bookId });
    }
    if (storedHashes.get(fileId) !== Reflect.get(Object(body), 'hashSha256')) {
      return Response.json({ message: 'The hash differs.' }, { status: 422 });
    }
    attachedIds.push(fileId);
    return Response.json({});
  };
  const time = createFastTime();
  const options = {
    baseUrl: 'http://service.example',
    apiKey: canary,
    random: () => 0,
    fetch,
    time,
  };
  return { distribution: createDistribution(options), grantIds, attachedIds, updates };
}

/** How many times faster the clock of a scene is than the real one, so that waits between retries take little time. */
const speed = 20;

function createFastTime(): Time {
  return {
    ...systemTime,
    monotonic: () => performance.now() * speed,
    after: (ms, run) => systemTime.after(ms / speed, run),
  };
}

/** Creates a track on disk, which is removed after the test. */
export async function createTrack(
  name: string,
  length = 200_000,
): Promise<PathToUpload & { role: 'audio_content' }> {
  const path = join(createFolder(), name);
  await writeFile(path, randomBytes(length));
  return { role: 'audio_content', path };
}

export function upload(
  { distribution }: Pick<StorageScene, 'distribution'>,
  files: readonly FileToUpload[],
  options?: UploadOptions,
) {
  return distribution.books.upload(bookId, files, options);
}

/** Expects an upload to fail with an error that contains no secret, and returns the error. */
export async function expectUploadError(pending: Promise<unknown>): Promise<UploadBatchError> {
  const error: unknown = await pending.then(
    () => new Error('The upload succeeded, but should have failed.'),
    (thrown: unknown) => thrown,
  );
  const outputs = [
    inspect(error, { depth: 9, showHidden: true }),
    JSON.stringify(error),
    String(error),
  ];
  for (const output of outputs) expect(output).not.toContain(canary);
  if (error instanceof UploadBatchError) return error;
  throw error;
}

/** The moment of a request at which the program is killed. */
export type KillPoint = 'before' | 'middle' | 'after';

export interface Relay {
  readonly url: string;
  /** The Content-Length of each PUT that began. */
  readonly startedPuts: string[];
  /** The hash of each PUT that reached the storage completely. */
  readonly completePuts: string[];
  /** Resolves once all requests of the killed program have been handled. */
  readonly waitForReplies: () => Promise<unknown>;
}

/** Starts a relay that kills the program at the nth request that matches: before, while or after it is forwarded. */
export async function startRelay(
  getTargetUrl: () => string,
  kill: {
    readonly pattern: RegExp;
    readonly nth: number;
    readonly moment: KillPoint;
    readonly killProgram: () => unknown;
  },
): Promise<Relay> {
  const startedPuts: string[] = [];
  const completePuts: string[] = [];
  const replies: Promise<void>[] = [];
  let matches = 0;
  const url = await startServer((request, response) => {
    const isKillPoint =
      kill.pattern.test(`${request.method} ${request.url}`) && ++matches === kill.nth;
    const forward = async (): Promise<void> => {
      if (isKillPoint && kill.moment === 'before') kill.killProgram();
      const upstream = sendRequest(`${getTargetUrl()}${request.url}`, {
        method: request.method,
        headers: request.headers,
      });
      const hash = createHash('sha256');
      if (request.method === 'PUT') startedPuts.push(request.headers['content-length'] ?? '');
      request.on('data', (piece: Buffer) => {
        hash.update(piece);
        if (isKillPoint && kill.moment === 'middle') kill.killProgram();
      });
      const reply = new Promise<IncomingMessage>((resolve) => upstream.once('response', resolve));
      await Promise.all([pipeline(request, upstream), reply]);
      if (request.method === 'PUT') completePuts.push(hash.digest('hex'));
      if (isKillPoint && kill.moment === 'after') kill.killProgram();
      const upstreamResponse = await reply;
      response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
      await pipeline(upstreamResponse, response);
    };
    replies.push(forward().catch(() => void response.destroy()));
  });
  return { url, startedPuts, completePuts, waitForReplies: () => Promise.all(replies) };
}
