/** Tests an upload against a storage that misbehaves over real sockets, and a service that compares bytes. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MessageError } from './answer-errors.ts';
import type { BookUpdate } from './book.ts';
import { systemTime } from './time.ts';
import type { UploadCalls } from './upload-calls.ts';
import { UploadBatchError } from './upload-error.ts';
import type { UploadOptions } from './upload-options.ts';
import type { UploadProgress } from './upload-progress.ts';
import type { FileToUpload } from './upload-source.ts';
import { uploadingFiles } from './upload.ts';

const canary = 'canary-signature-4711';
const bookId = randomUUID();
const closing: (() => void)[] = [];
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upload-'));
});

afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await rm(folder, { recursive: true });
});

interface Put {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Reads the body to its end and keeps it. */
  readonly keep: () => Promise<void>;
}

/** What the storage does with one PUT. */
type Turn = (put: Put) => unknown;

const store: Turn = async ({ keep, response }) => {
  await keep();
  response.end();
};
const loseTheAnswer: Turn = async ({ keep, request }) => {
  await keep();
  request.socket.destroy();
};
const keepAndFail: Turn = async ({ keep, response }) => {
  await keep();
  response.writeHead(500).end();
};
const breakOff: Turn = ({ request }) => request.once('data', () => request.socket.destroy());
const standStill: Turn = ({ request }) => request.pause();
const xml = (code: string): string =>
  `<Error><Code>${code}</Code><Url>?sig=${canary}</Url></Error>`;

function refuse(status: number, body = '', headers: Record<string, string> = {}): Turn {
  return async ({ request, response }) => {
    request.resume();
    await once(request, 'end');
    response.writeHead(status, headers).end(body);
  };
}

/** A service and its storage. Each PUT takes the next turn; when none is left, its bytes are stored. */
async function world(turns: Turn[] = [], lifetimeMs = 60_000) {
  const puts: IncomingMessage[] = [];
  const grants: string[] = [];
  const attached: string[] = [];
  const updates: BookUpdate[] = [];
  const kept = new Map<string, string>();
  const server = createServer((request, response) => {
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const calls: UploadCalls = {
    requestUploads: async (_, files) =>
      files.map(({ referenceId, role }) => {
        const id = randomUUID();
        grants.push(id);
        const url = `http://127.0.0.1:${port}/${id}?sig=${canary}`;
        return {
          id,
          url,
          expiresAt: new Date(Date.now() + lifetimeMs).toISOString(),
          referenceId,
          role,
        };
      }),
    attach: async (_, { fileId, hashSha256 }) => {
      const refused = {
        operation: 'attachFile',
        status: 422,
        attempts: 1,
        retryAfterMs: undefined,
      } as const;
      if (kept.get(fileId) !== hashSha256) throw new MessageError('The hash differs.', refused);
      attached.push(fileId);
    },
    update: async (_, changes) => void updates.push(changes),
    get: async () => ({ attributes: { files: attached.map((id) => ({ anything: id })) } }),
    fetch: async (url, init) => fetch(url, init),
    time: systemTime,
    random: () => 0,
  };
  return { calls, puts, grants, attached, updates };
}

async function track(name: string, length = 200_000): Promise<FileToUpload> {
  const path = join(folder, name);
  await writeFile(path, randomBytes(length));
  return { role: 'audio_content', path };
}

async function upload(calls: UploadCalls, files: readonly FileToUpload[], options?: UploadOptions) {
  return uploadingFiles(calls).upload(bookId, files, options);
}

/** The error of a call that must fail, after it was looked through for anything that must not be in it. */
async function failureOf(uploading: Promise<unknown>): Promise<UploadBatchError> {
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

describe('an upload', () => {
  it('sends each file once, without a key, with its length and type, and attaches it', async () => {
    const { calls, puts, attached } = await world();
    const files = [
      await track('one.mp3'),
      await track('two.m4b', 3_000_000),
      await track('empty.mp3', 0),
    ];
    const result = await upload(calls, files);
    expect(result).toMatchObject({ ok: true, chapters: [] });
    expect(result.files.map(({ filename }) => filename)).toEqual([
      'one.mp3',
      'two.m4b',
      'empty.mp3',
    ]);
    expect(new Set(puts.map(({ headers }) => headers['content-length']))).toEqual(
      new Set(['0', '200000', '3000000']),
    );
    for (const { headers, method } of puts) {
      expect(method).toBe('PUT');
      expect(headers['content-type']).toMatch(/^audio\/(mpeg|mp4)$/);
      expect(headers).not.toHaveProperty('apikey');
      expect(headers).not.toHaveProperty('authorization');
      expect(headers).not.toHaveProperty('transfer-encoding');
    }
    expect(attached).toHaveLength(3);
  });

  it('takes Blobs, Files and streams', async () => {
    const { calls, attached } = await world();
    const bytes = new Uint8Array(randomBytes(70_000));
    const role = 'audio_content';
    await upload(calls, [
      { role, blob: new Blob([bytes], { type: 'audio/mpeg' }), filename: 'blob' },
      { role, blob: new File([bytes], 'file.mp3') },
      {
        role,
        stream: () => new Blob([bytes]).stream(),
        size: bytes.length,
        filename: 'stream.mp3',
      },
    ]);
    expect(attached).toHaveLength(3);
  });

  it('reads a file once when its hash is given, and does not attach another', async () => {
    const { calls, attached } = await world();
    const file = await track('one.mp3');
    const error = await failureOf(upload(calls, [{ ...file, sha256: '0'.repeat(64) }]));
    expect(error.result.files[0]).toMatchObject({ error: { stage: 'put', reason: 'changed' } });
    expect(attached).toEqual([]);
  });

  it('sets the chapters of all files at once, in their order', async () => {
    const { calls, updates, attached } = await world();
    const chapter = (sequence: number) => ({ sequence, title: `Part ${sequence}` });
    const two = { ...(await track('two.mp3')), chapter: { ...chapter(2), titleAscii: 'Part two' } };
    const one = { ...(await track('one.mp3', 1_000_000)), chapter: chapter(1) };
    const { chapters } = await upload(calls, [two, one]);
    expect(updates).toEqual([{ chapters }]);
    expect(chapters.map(({ title, titleAscii }) => [title, titleAscii])).toEqual([
      ['Part 1', undefined],
      ['Part 2', 'Part two'],
    ]);
    expect(new Set(chapters.map(({ fileId }) => fileId))).toEqual(new Set(attached));
  });
});

describe('an attempt that fails', () => {
  it.each([
    ['breaks off in the middle', breakOff, 1, 2],
    ['is answered 503', refuse(503), 1, 2],
    ['is answered 429 with a time to wait', refuse(429, '', { 'retry-after': '1' }), 1, 2],
    ['is answered 400 for having stood still', refuse(400, xml('RequestTimeout')), 1, 2],
    ['loses its answer', loseTheAnswer, 1, 1],
    ['fails after all, and the repetition is answered 409', keepAndFail, 1, 2],
    ['finds the URL expired', refuse(403, xml('ExpiredToken')), 2, 2],
    ['is refused without a reason', refuse(403), 2, 2],
    ['stands still', standStill, 1, 2],
  ])('because it %s is made good', async (_, turn, ...[grants, puts]) => {
    const used = turn === keepAndFail ? [turn, refuse(409)] : [turn];
    const made = await world(used);
    const { files } = await upload(made.calls, [await track('a.mp3', 4_000_000)], {
      stallMs: turn === standStill ? 300 : 60_000,
    });
    expect(files[0]).toMatchObject({ ok: true, grants, attempts: puts });
    expect([made.grants.length, made.puts.length, made.attached.length]).toEqual([grants, puts, 1]);
  });

  it('and is answered 409 although nothing arrived gets another URL', async () => {
    const { calls, attached, grants } = await world([refuse(409)]);
    await upload(calls, [await track('a.mp3')]);
    expect([attached.length, grants.length]).toEqual([1, 2]);
  });

  it('after its URL ran out is made with another URL', async () => {
    const { calls, grants } = await world([breakOff, breakOff], 0);
    await upload(calls, [await track('a.mp3')]);
    expect(grants).toHaveLength(3);
  });

  it.each([
    ['SignatureDoesNotMatch', refuse(403, xml('SignatureDoesNotMatch')), 1],
    ['a file too large', refuse(413), 1],
    ['a redirect', refuse(307, '', { location: 'http://127.0.0.1:9/' }), 1],
    ['a refusal without a reason, twice', refuse(403), 2],
    ['a storage that asks to wait for an hour', refuse(503, '', { 'retry-after': '3600' }), 1],
    ['a storage that is never well', refuse(500), 6],
  ])('for %s ends with its reason', async (_, turn, puts) => {
    const made = await world(Array.from({ length: 9 }, () => turn));
    const error = await failureOf(upload(made.calls, [await track('a.mp3')]));
    expect(error.result.files[0]).toMatchObject({ ok: false, error: { stage: 'put' } });
    expect([made.puts.length, made.attached.length]).toEqual([puts, 0]);
  });
});

describe('a file that changes', () => {
  it('while it is sent is not attached', async () => {
    const changing = await track('a.mp3', 9_000_000);
    const path = 'path' in changing ? changing.path : '';
    const turn: Turn = ({ request, response, keep }) =>
      once(request, 'readable')
        .then(() => appendFile(path, 'more'))
        .then(() => store({ request, response, keep }));
    const { calls, attached } = await world([turn]);
    const error = await failureOf(upload(calls, [changing]));
    expect(error.result.files[0]).toMatchObject({ error: { stage: 'put', reason: 'changed' } });
    expect(attached).toEqual([]);
  });

  it('between two readings of a stream is noticed by its bytes', async () => {
    const { calls, attached } = await world();
    const stream = () => new Blob([randomBytes(50_000)]).stream();
    const file = { role: 'audio_content', stream, size: 50_000, filename: 'a.mp3' } as const;
    const error = await failureOf(upload(calls, [file]));
    expect(error.result.files[0]).toMatchObject({ error: { reason: 'changed' } });
    expect(attached).toEqual([]);
  });
});

describe('when some files fail', () => {
  it('the others are attached, each is told of, and no chapters are set', async () => {
    const { calls, attached, updates } = await world();
    const chapter = { sequence: 1, title: 'One' };
    const good = { ...(await track('a.mp3')), chapter };
    const bad = {
      ...good,
      path: join(folder, 'missing.mp3'),
      chapter: { sequence: 2, title: 'Two' },
    };
    const error = await failureOf(upload(calls, [bad, good]));
    expect(error.message).toContain('1 of 2 files were not uploaded');
    expect(error.message).toContain('could not be opened (ENOENT)');
    expect(error.result.files.map(({ ok }) => ok)).toEqual([false, true]);
    expect([attached.length, updates.length]).toEqual([1, 0]);
    const settled = await upload(calls, [bad], { settle: true });
    expect(settled).toMatchObject({ ok: false, files: [{ error: { kind: 'upload' } }] });
  });

  it('for a key that is not accepted the rest is not even read', async () => {
    const { calls } = await world();
    const refused = {
      operation: 'requestUploads',
      status: 401,
      attempts: 1,
      retryAfterMs: undefined,
    } as const;
    const requestUploads = async () => {
      throw new MessageError('no', refused);
    };
    const files = [await track('a.mp3'), await track('b.mp3'), await track('c.mp3')];
    const call = upload({ ...calls, requestUploads }, files, { concurrency: 1 });
    const { result } = await failureOf(call);
    expect(result.files.at(-1)).toMatchObject({ error: { reason: 'not-begun' } });
  });
});

describe('whoever looks on', () => {
  it('hears of each stage, and of bytes that never run backwards within an attempt', async () => {
    const { calls } = await world([breakOff]);
    const heard: UploadProgress[] = [];
    const onProgress = (progress: UploadProgress) => void heard.push(progress);
    await upload(calls, [await track('a.mp3', 5_000_000)], { onProgress });
    const steps = [...new Set(heard.map(({ stage, attempt }) => `${stage} ${attempt}`))];
    expect(steps).toEqual(['hash 0', 'grant 0', 'put 1', 'put 2', 'attach 0', 'done 2']);
    const sent = heard.filter(({ attempt, stage }) => stage === 'put' && attempt === 2);
    expect(sent.map(({ bytes }) => bytes)).toEqual(
      sent.map(({ bytes }) => bytes).sort((a, b) => a - b),
    );
    expect(sent.at(-1)).toMatchObject({ bytes: 5_000_000, size: 5_000_000 });
  });

  it('may throw', async () => {
    const { calls } = await world();
    const onProgress = () => {
      throw new Error('a broken bar');
    };
    expect((await upload(calls, [await track('a.mp3')], { onProgress })).ok).toBe(true);
  });

  it('may end it, at once and without a trace', async () => {
    const { calls, attached } = await world([standStill, standStill, standStill]);
    const ending = new AbortController();
    const files = [await track('a.mp3', 9_000_000), await track('b.mp3'), await track('c.mp3')];
    const call = upload(calls, files, { signal: ending.signal });
    setTimeout(() => ending.abort('enough'), 300);
    await expect(call).rejects.toMatchObject({ kind: 'aborted', cause: 'enough' });
    expect(attached.length).toBeLessThan(3);
  });
});
