/** Tests the requests, chapters, errors, limits and progress reports of an upload, also with failing storage. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  disconnectDuringBody,
  expectUploadError,
  stall,
  createTrack,
  upload,
  createStorageScene,
  failAfterStoring,
  disconnectAfterBody,
  refuseAfterBody,
  storeFile,
  createErrorXml,
  type PutBehaviour,
} from '../../../tests/support/client/storage-scene.ts';
import type { UploadProgress } from './upload-run.ts';
import { createDistribution } from '../create-distribution.ts';
import { ebookWithExternalId } from '../../../tests/support/client/scene.ts';
import { createFolder } from '../../../tests/support/fixtures.ts';

describe('an upload', () => {
  it('sends each file once, without a key, with its length and type, and attaches it', async () => {
    const scene = await createStorageScene();
    const { puts, attachedIds } = scene;
    const files = [
      await createTrack('one.mp3'),
      await createTrack('two.m4b', 3_000_000),
      await createTrack('empty.mp3', 0),
    ];
    const result = await upload(scene, files);
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
    expect(puts).toHaveLength(3);
    expect(attachedIds).toHaveLength(3);
  });

  it('does not attach a file with another hash than the given one', async () => {
    const scene = await createStorageScene();
    const file = await createTrack('one.mp3');
    const error = await expectUploadError(upload(scene, [{ ...file, sha256: '0'.repeat(64) }]));
    expect(error.result.files[0]).toMatchObject({ error: { stage: 'put', reason: 'changed' } });
    expect(scene.attachedIds).toEqual([]);
  });

  it('sets the chapters of all files in one update, sorted by their sequence', async () => {
    const scene = await createStorageScene();
    const secondTrack = {
      ...(await createTrack('two.mp3')),
      chapter: { sequence: 2, title: 'Part 2', titleAscii: 'Part two' },
    };
    const firstTrack = {
      ...(await createTrack('one.mp3', 1_000_000)),
      chapter: { sequence: 1, title: 'Part 1' },
    };
    const { chapters } = await upload(scene, [secondTrack, firstTrack]);
    expect(scene.updates).toEqual([{ chapters }]);
    expect(chapters.map(({ title, titleAscii }) => [title, titleAscii])).toEqual([
      ['Part 1', undefined],
      ['Part 2', 'Part two'],
    ]);
    expect(new Set(chapters.map(({ fileId }) => fileId))).toEqual(new Set(scene.attachedIds));
  });
});

describe('an upload with a failed file', () => {
  it('attaches the other file, lists both in its error, and sets no chapters', async () => {
    const scene = await createStorageScene();
    const chapter = { sequence: 1, title: 'One' };
    const track = { ...(await createTrack('a.mp3')), chapter };
    const missingTrack = {
      ...track,
      path: '/nowhere/missing.mp3',
      chapter: { sequence: 2, title: 'Two' },
    };
    const error = await expectUploadError(upload(scene, [missingTrack, track]));
    expect(error.message).toContain('1 of 2 files failed');
    expect(error.message).toContain('could not be opened (ENOENT)');
    expect(error.result.files.map(({ ok }) => ok)).toEqual([false, true]);
    expect([scene.attachedIds.length, scene.updates.length]).toEqual([1, 0]);
  });

  it('does not start the other files if the key is not accepted', async () => {
    const scene = await createStorageScene();
    const { books } = scene.distribution.withOptions({
      fetch: async () => new Response(null, { status: 401 }),
    });
    const files = [
      await createTrack('a.mp3'),
      await createTrack('b.mp3'),
      await createTrack('c.mp3'),
    ];
    const call = upload({ distribution: { ...scene.distribution, books } }, files, {
      concurrency: 1,
    });
    const { result } = await expectUploadError(call);
    expect(result.files.at(-1)).toMatchObject({ error: { reason: 'not-started' } });
  });
});

describe('a progress listener', () => {
  it('is called for each stage, with byte counts that never decrease within an attempt', async () => {
    const scene = await createStorageScene([disconnectDuringBody]);
    const reports: UploadProgress[] = [];
    const onProgress = (progress: UploadProgress) => void reports.push(progress);
    const size = 5_000_000;
    await upload(scene, [await createTrack('a.mp3', size)], { onProgress });
    const steps = [...new Set(reports.map(({ stage, attempt }) => `${stage} ${attempt}`))];
    expect(steps).toEqual(['hash 0', 'grant 0', 'put 1', 'put 2', 'attach 0', 'done 2']);
    const secondAttempt = reports.filter(({ attempt, stage }) => stage === 'put' && attempt === 2);
    expect(secondAttempt.map(({ bytes }) => bytes)).toEqual(
      secondAttempt.map(({ bytes }) => bytes).sort((a, b) => a - b),
    );
    expect(secondAttempt.at(-1)).toMatchObject({ bytes: size, size });
  });

  it('may throw without effect on the upload', async () => {
    const scene = await createStorageScene();
    const onProgress = () => {
      throw new Error('a bug in the listener');
    };
    expect((await upload(scene, [await createTrack('a.mp3')], { onProgress })).ok).toBe(true);
  });
});

describe('the signal of an upload', () => {
  it('aborts it, although the storage stalls', async () => {
    const scene = await createStorageScene([stall, stall, stall]);
    const controller = new AbortController();
    const files = [
      await createTrack('a.mp3', 9_000_000),
      await createTrack('b.mp3'),
      await createTrack('c.mp3'),
    ];
    const onProgress = vi.fn<() => void>();
    const call = upload(scene, files, { signal: controller.signal, onProgress });
    setTimeout(() => controller.abort('enough'), 300);
    await expect(call).rejects.toMatchObject({ type: 'aborted', cause: 'enough' });
    onProgress.mockClear();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(onProgress).not.toHaveBeenCalled();
    expect(scene.attachedIds.length).toBeLessThan(3);
  });
});

describe('the upload of a file', () => {
  it.each([
    ['the connection breaks', [disconnectDuringBody], 1, 2],
    ['the storage responds with 503', [refuseAfterBody(503)], 1, 2],
    ['the storage asks to wait', [refuseAfterBody(429, '', { 'retry-after': '1' })], 1, 2],
    ['the response is lost', [disconnectAfterBody], 1, 1],
    [
      'the storage fails after storing, then responds with 409',
      [failAfterStoring, refuseAfterBody(409)],
      1,
      2,
    ],
    ['the URL has expired', [refuseAfterBody(403, createErrorXml('ExpiredToken'))], 2, 2],
    ['the storage refuses without a reason', [refuseAfterBody(403)], 2, 2],
    ['the storage stalls', [stall], 1, 2],
  ])('succeeds if %s', async (_, behaviours, ...[grants, puts]) => {
    const stallMs = behaviours.includes(stall) ? 6_000 : 600_000;
    const scene = await createStorageScene(behaviours);
    const { files } = await upload(scene, [await createTrack('a.mp3', 4_000_000)], { stallMs });
    expect(files[0]).toMatchObject({ ok: true, grants, attempts: puts });
    expect(scene.grantIds).toHaveLength(grants);
    expect(scene.puts).toHaveLength(puts);
    expect(scene.attachedIds).toHaveLength(1);
  });

  it('requests another URL after a 409 if the bytes did not arrive', async () => {
    const scene = await createStorageScene([refuseAfterBody(409)]);
    await upload(scene, [await createTrack('a.mp3')]);
    expect([scene.attachedIds.length, scene.grantIds.length]).toEqual([1, 2]);
  });

  it('requests another URL for each attempt if the URLs have expired', async () => {
    const scene = await createStorageScene([disconnectDuringBody, disconnectDuringBody], 0);
    await upload(scene, [await createTrack('a.mp3')]);
    expect(scene.grantIds).toHaveLength(3);
  });

  it.each([
    ['an invalid signature', refuseAfterBody(403, createErrorXml('SignatureDoesNotMatch')), 1],
    ['a redirect', refuseAfterBody(307, '', { location: 'http://127.0.0.1:9/' }), 1],
    ['a refusal without a reason', refuseAfterBody(403), 2],
    ['a request to wait for an hour', refuseAfterBody(503, '', { 'retry-after': '3600' }), 1],
    ['an internal error', refuseAfterBody(500), 3],
  ])('fails if the storage always responds with %s', async (_, behaviour, puts) => {
    const scene = await createStorageScene(Array.from({ length: 9 }, () => behaviour));
    const call = upload(scene, [await createTrack('a.mp3')], { maxAttempts: 3 });
    const error = await expectUploadError(call);
    expect(error.result.files[0]).toMatchObject({ ok: false, error: { stage: 'put' } });
    expect([scene.puts.length, scene.attachedIds.length]).toEqual([puts, 0]);
  });
});

describe('a file that changes', () => {
  it('while it is sent is not attached', async () => {
    const changingFile = await createTrack('a.mp3', 9_000_000);
    const changeAndStore: PutBehaviour = async (put) => {
      await once(put.request, 'readable');
      await appendFile(changingFile.path, 'more');
      await storeFile(put);
    };
    const scene = await createStorageScene([changeAndStore]);
    const error = await expectUploadError(upload(scene, [changingFile]));
    expect(error.result.files[0]).toMatchObject({ error: { stage: 'put', reason: 'changed' } });
    expect(scene.attachedIds).toEqual([]);
  });

  it('between hashing and sending a stream is not attached', async () => {
    const scene = await createStorageScene();
    const stream = () => new Blob([randomBytes(50_000)]).stream();
    const file = { role: 'audio_content', stream, size: 50_000, filename: 'a.mp3' } as const;
    const error = await expectUploadError(upload(scene, [file]));
    expect(error.result.files[0]).toMatchObject({ error: { reason: 'changed' } });
    expect(scene.attachedIds).toEqual([]);
  });
});

const role = 'audio_content';

it('refuses a pipe and a folder, and uploads the other file', async () => {
  const scene = await createStorageScene();
  const folder = createFolder();
  const pipe = join(folder, 'pipe.mp3');
  execFileSync('mkfifo', [pipe]);
  const files = [
    { role, path: pipe },
    { role, path: folder, filename: 'folder.mp3' },
    await createTrack('a.mp3'),
  ] as const;
  const error = await expectUploadError(upload(scene, files));
  expect(error.result.files).toMatchObject([
    { error: { reason: 'unreadable' } },
    { error: { reason: 'unreadable' } },
    { ok: true },
  ]);
  expect(error.message).toContain('not a regular file');
});

describe('deadlineMs', () => {
  it('ends an upload whose storage stalls', async () => {
    const scene = await createStorageScene([stall]);
    const call = upload(scene, [await createTrack('a.mp3', 9_000_000)], { deadlineMs: 6_000 });
    await expect(call).rejects.toMatchObject({
      type: 'timeout',
      limit: 'deadlineMs',
      afterMs: 6_000,
    });
  });

  it('ends a flow', async () => {
    const { flows } = createDistribution({
      baseUrl: 'http://service.example',
      apiKey: 'sandbox-key',
      fetch: async () => new Promise(() => undefined),
    });
    const { format: _format, ...book } = ebookWithExternalId;
    const flow = flows.ebook({ book, files: [] }, { deadlineMs: 100 });
    await expect(flow).rejects.toMatchObject({ type: 'timeout', limit: 'deadlineMs' });
  });
});

describe('an http address from an https service', () => {
  it('gets no bytes unless allowInsecureStorage is set', async () => {
    const scene = await createStorageScene();
    const https = scene.distribution.withOptions({ baseUrl: 'https://service.example' });
    const error = await expectUploadError(
      upload({ distribution: https }, [await createTrack('a.mp3')]),
    );
    expect(error.message).toContain('Set allowInsecureStorage');
    expect(scene.puts).toHaveLength(0);
    const distribution = https.withOptions({ allowInsecureStorage: true });
    expect(await upload({ distribution }, [await createTrack('b.mp3')])).toMatchObject({
      ok: true,
    });
  });
});

it('reports a refusal that arrives before all bytes were sent, instead of the broken connection', async () => {
  const body = '<Error><Code>SignatureDoesNotMatch</Code></Error>';
  const head = `HTTP/1.1 403 Forbidden\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(head + body);
      setTimeout(() => socket.destroy(), 1_000);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const scene = await createStorageScene();
  const storageFetch = async (_url: string, init: RequestInit) =>
    fetch(`http://127.0.0.1:${port}/put`, init);
  const distribution = scene.distribution.withOptions({ storageFetch });
  const error = await expectUploadError(
    upload({ distribution }, [await createTrack('a.mp3', 30_000_000)]),
  );
  expect(error.result.files[0]).toMatchObject({
    error: { reason: 'storage-refused', storageStatus: 403, storageCode: 'SignatureDoesNotMatch' },
  });
});
