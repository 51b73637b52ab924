/** A storage that fails over real sockets, and a service that compares hashes, for tests of uploads. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect } from 'vitest';
import { createDistribution, type Distribution } from '../create-distribution.ts';
import { UploadBatchError } from '../errors/index.ts';
import type { UploadOptions } from '../uploads/index.ts';
import type { FileToUpload, PathToUpload } from '../files/index.ts';
import { startLocalServer, createTestFolder } from './local-server.ts';

const canary = 'canary-signature-4711';
const bookId = randomUUID();

interface Put {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Reads the body to its end and stores its hash. */
  readonly storeBody: () => Promise<void>;
}

/** The storage's behaviour for one PUT. */
export type PutBehaviour = (put: Put) => unknown;

export const store: PutBehaviour = async ({ storeBody: keep, response }) => {
  await keep();
  response.end();
};
export const loseResponse: PutBehaviour = async ({ storeBody: keep, request }) => {
  await keep();
  request.socket.destroy();
};
export const storeAndFail: PutBehaviour = async ({ storeBody: keep, response }) => {
  await keep();
  response.writeHead(500).end();
};
export const breakOff: PutBehaviour = ({ request }) =>
  request.once('data', () => request.socket.destroy());
export const stall: PutBehaviour = ({ request }) => request.pause();
/** Returns the error XML of a storage, which contains a secret. */
export const errorXml = (code: string): string =>
  `<Error><Code>${code}</Code><Url>?sig=${canary}</Url></Error>`;

export function refuse(
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

/** Creates a service and its storage. Each PUT gets the next behaviour; after the last one, bytes are stored. */
export async function createStorageScene(behaviours: PutBehaviour[] = [], lifetimeMs = 60_000) {
  const puts: IncomingMessage[] = [];
  const storedHashes = new Map<string, string>();
  const origin = await startLocalServer((request, response) => {
    puts.push(request);
    const storeBody = async (): Promise<void> => {
      const hash = createHash('sha256');
      for await (const piece of request) hash.update(Buffer.from(piece));
      storedHashes.set(
        new URL(request.url ?? '', 'http://s').pathname.slice(1),
        hash.digest('hex'),
      );
    };
    const behaviour = behaviours.shift() ?? store;
    // A client that hangs up is not a mistake of the storage.
    void Promise.resolve(behaviour({ request, response, storeBody })).catch(() => undefined);
  });
  return { ...createRecordingService({ origin, storedHashes, lifetimeMs }), puts };
}

interface Storage {
  readonly origin: string;
  /** The hash of each stored file, by the id of its grant. */
  readonly storedHashes: ReadonlyMap<string, string>;
  /** How long a URL is valid. */
  readonly lifetimeMs: number;
}

/** A client, and the requests that its service received. */
export interface StorageScene {
  readonly distribution: Distribution;
  readonly grants: readonly string[];
  readonly attached: readonly string[];
  readonly updates: readonly unknown[];
}

function createRecordingService({ origin, storedHashes: kept, lifetimeMs }: Storage): StorageScene {
  const grants: string[] = [];
  const attached: string[] = [];
  const updates: unknown[] = [];
  const grant = () => {
    const id = randomUUID();
    grants.push(id);
    const expiresAt = new Date(Date.now() + lifetimeMs).toISOString();
    return Response.json([{ id, url: `${origin}/${id}?sig=${canary}`, expiresAt }], {
      status: 201,
    });
  };
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const body: unknown = request.method === 'GET' ? {} : await request.json();
    if (pathname.endsWith('/upload')) return grant();
    if (request.method === 'GET') {
      const files = attached.map((id) => ({ anything: id }));
      return Response.json({ data: { id: bookId, type: 'book', attributes: { files } } });
    }
    const fileId = /file.([^/]+).attach$/.exec(pathname)?.[1];
    if (fileId === undefined) updates.push(body);
    else if (kept.get(fileId) !== Reflect.get(Object(body), 'hashSha256')) {
      return Response.json({ message: 'The hash differs.' }, { status: 422 });
    } else attached.push(fileId);
    return Response.json(fileId === undefined ? { bookId } : {});
  };
  const options = { baseUrl: 'http://service.example', apiKey: canary, random: () => 0, fetch };
  return { distribution: createDistribution(options), grants, attached, updates };
}

/** Creates a track on disk, which is removed when the test ends. */
export async function createTrack(
  name: string,
  length = 200_000,
): Promise<PathToUpload & { role: 'audio_content' }> {
  const path = join(await createTestFolder(), name);
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

/** Returns the error of a call that must fail, after checking that it shows no secret. */
export async function readFailure(pendingUpload: Promise<unknown>): Promise<UploadBatchError> {
  const error: unknown = await pendingUpload.then(
    () => 'the upload succeeded',
    (caught: unknown) => caught,
  );
  const shown = [
    inspect(error, { depth: 9, showHidden: true }),
    JSON.stringify(error),
    String(error),
  ];
  for (const text of shown) expect(text).not.toContain(canary);
  if (error instanceof UploadBatchError) return error;
  throw error;
}
