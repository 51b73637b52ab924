/** Tests the requests of an upload, its chapters, its errors and its progress reports over real sockets. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  disconnectDuringBody,
  expectUploadError,
  stall,
  createTrack,
  upload,
  createStorageScene,
} from '../../../tests/support/client/storage-scene.ts';
import type { UploadProgress } from './upload-run.ts';

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

  it('accepts Blobs, Files and streams', async () => {
    const scene = await createStorageScene();
    const bytes = new Uint8Array(randomBytes(70_000));
    const role = 'audio_content';
    await upload(scene, [
      { role, blob: new Blob([bytes], { type: 'audio/mpeg' }), filename: 'blob' },
      { role, blob: new File([bytes], 'file.mp3') },
      {
        role,
        stream: () => new Blob([bytes]).stream(),
        size: bytes.length,
        filename: 'stream.mp3',
      },
    ]);
    expect(scene.attachedIds).toHaveLength(3);
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
    const call = upload(scene, files, { signal: controller.signal });
    setTimeout(() => controller.abort('enough'), 300);
    await expect(call).rejects.toMatchObject({ type: 'aborted', cause: 'enough' });
    expect(scene.attachedIds.length).toBeLessThan(3);
  });
});
