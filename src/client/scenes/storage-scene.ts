/** A storage that misbehaves over real sockets, and a service that compares bytes, for tests of uploads. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect } from 'vitest';
import { MessageError } from '../answer-errors.ts';
import type { BookUpdate } from '../book.ts';
import { systemTime } from '../time.ts';
import type { UploadCalls } from '../upload-calls.ts';
import { UploadBatchError } from '../upload-error.ts';
import type { UploadOptions } from '../upload-options.ts';
import type { FileToUpload, PathToUpload } from '../upload-source.ts';
import type { StorageFetch } from '../upload-way.ts';
import { uploadingFiles } from '../upload.ts';
import { localServer, testFolder } from './local-server.ts';

const canary = 'canary-signature-4711';
const bookId = randomUUID();

interface Put {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Reads the body to its end and keeps it. */
  readonly keep: () => Promise<void>;
}

/** What the storage does with one PUT. */
export type Turn = (put: Put) => unknown;

export const store: Turn = async ({ keep, response }) => {
  await keep();
  response.end();
};
export const loseTheAnswer: Turn = async ({ keep, request }) => {
  await keep();
  request.socket.destroy();
};
export const keepAndFail: Turn = async ({ keep, response }) => {
  await keep();
  response.writeHead(500).end();
};
export const breakOff: Turn = ({ request }) => request.once('data', () => request.socket.destroy());
export const standStill: Turn = ({ request }) => request.pause();
/** A refusal as storages word it, with a secret in it. */
export const xml = (code: string): string =>
  `<Error><Code>${code}</Code><Url>?sig=${canary}</Url></Error>`;

export function refuse(status: number, body = '', headers: Record<string, string> = {}): Turn {
  return async ({ request, response }) => {
    request.resume();
    await once(request, 'end');
    response.writeHead(status, headers).end(body);
  };
}

/** The ways bytes leave in Node. */
export const ways = ['node:http', 'fetch'] as const;

/** Worlds whose uploads go that way. */
export function worldOver(way: (typeof ways)[number]) {
  const storageFetch: StorageFetch = async (url, init) => fetch(url, init);
  return async (turns: Turn[] = [], lifetimeMs = 60_000) =>
    world(turns, { lifetimeMs, storageFetch: way === 'fetch' ? storageFetch : undefined });
}

/** A service and its storage. Each PUT takes the next turn; when none is left, its bytes are stored. */
async function world(turns: Turn[], settings: Pick<Storage, 'lifetimeMs' | 'storageFetch'>) {
  const puts: IncomingMessage[] = [];
  const kept = new Map<string, string>();
  const origin = await localServer((request, response) => {
    puts.push(request);
    const keep = async (): Promise<void> => {
      const hash = createHash('sha256');
      for await (const piece of request) hash.update(Buffer.from(piece));
      kept.set(new URL(request.url ?? '', 'http://s').pathname.slice(1), hash.digest('hex'));
    };
    const turn = turns.shift() ?? store;
    // Whoever hangs up in the middle is no mistake of the storage.
    void Promise.resolve(turn({ request, response, keep })).catch(() => undefined);
  });
  return { ...serviceOver({ origin, kept, ...settings }), puts };
}

interface Storage {
  readonly origin: string;
  /** The hash of what was stored, by the id of its grant. */
  readonly kept: ReadonlyMap<string, string>;
  /** How long a URL holds. */
  readonly lifetimeMs: number;
  readonly storageFetch: StorageFetch | undefined;
}

function serviceOver({ origin, kept, lifetimeMs, storageFetch }: Storage) {
  const grants: string[] = [];
  const attached: string[] = [];
  const updates: BookUpdate[] = [];
  const calls: UploadCalls = {
    requestUploads: async (_, files) =>
      files.map(({ referenceId, role }) => {
        const id = randomUUID();
        grants.push(id);
        const expiresAt = new Date(Date.now() + lifetimeMs).toISOString();
        return { id, url: `${origin}/${id}?sig=${canary}`, expiresAt, referenceId, role };
      }),
    attach: async (_, { fileId, hashSha256 }) => {
      const refused = { operation: 'attachFile', status: 422, attempts: 1 } as const;
      if (kept.get(fileId) !== hashSha256) throw new MessageError('The hash differs.', refused);
      attached.push(fileId);
    },
    update: async (_, changes) => void updates.push(changes),
    get: async () => ({ attributes: { files: attached.map((id) => ({ anything: id })) } }),
    storageFetch,
    time: systemTime,
    random: () => 0,
  };
  return { calls, grants, attached, updates };
}

/** A track on disk, for as long as the test runs. */
export async function track(name: string, length = 200_000): Promise<PathToUpload> {
  const path = join(await testFolder(), name);
  await writeFile(path, randomBytes(length));
  return { role: 'audio_content', path };
}

export async function upload(
  calls: UploadCalls,
  files: readonly FileToUpload[],
  options?: UploadOptions,
) {
  return uploadingFiles(calls).upload(bookId, files, options);
}

/** The error of a call that must fail, after it was looked through for anything that must not be in it. */
export async function failureOf(uploading: Promise<unknown>): Promise<UploadBatchError> {
  const error: unknown = await uploading.then(
    () => 'it went well',
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
