/** Tests what an upload sends, sets and tells, over real sockets. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  breakOff,
  readFailure,
  stall,
  createTrack,
  upload,
  createStorageScene,
} from '../scenes/storage-scene.ts';
import type { UploadProgress } from './upload-run.ts';

describe('an upload', () => {
  it('sends each file once, without a key, with its length and type, and attaches it', async () => {
    const made = await createStorageScene();
    const { puts, attached } = made;
    const files = [
      await createTrack('one.mp3'),
      await createTrack('two.m4b', 3_000_000),
      await createTrack('empty.mp3', 0),
    ];
    const result = await upload(made, files);
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

  it('accepts Blobs, Files and streams', async () => {
    const made = await createStorageScene();
    const { attached } = made;
    const bytes = new Uint8Array(randomBytes(70_000));
    const role = 'audio_content';
    await upload(made, [
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
    const made = await createStorageScene();
    const { attached } = made;
    const file = await createTrack('one.mp3');
    const error = await readFailure(upload(made, [{ ...file, sha256: '0'.repeat(64) }]));
    expect(error.result.files[0]).toMatchObject({ error: { stage: 'put', reason: 'changed' } });
    expect(attached).toEqual([]);
  });

  it('sets the chapters of all files in one update, in their order', async () => {
    const made = await createStorageScene();
    const { updates, attached } = made;
    const chapter = (sequence: number) => ({ sequence, title: `Part ${sequence}` });
    const two = {
      ...(await createTrack('two.mp3')),
      chapter: { ...chapter(2), titleAscii: 'Part two' },
    };
    const one = { ...(await createTrack('one.mp3', 1_000_000)), chapter: chapter(1) };
    const { chapters } = await upload(made, [two, one]);
    expect(updates).toEqual([{ chapters }]);
    expect(chapters.map(({ title, titleAscii }) => [title, titleAscii])).toEqual([
      ['Part 1', undefined],
      ['Part 2', 'Part two'],
    ]);
    expect(new Set(chapters.map(({ fileId }) => fileId))).toEqual(new Set(attached));
  });
});

describe('when some files fail', () => {
  it('the others are attached, the error lists each file, and no chapters are set', async () => {
    const made = await createStorageScene();
    const { attached, updates } = made;
    const chapter = { sequence: 1, title: 'One' };
    const good = { ...(await createTrack('a.mp3')), chapter };
    const bad = {
      ...good,
      path: '/nowhere/missing.mp3',
      chapter: { sequence: 2, title: 'Two' },
    };
    const error = await readFailure(upload(made, [bad, good]));
    expect(error.message).toContain('1 of 2 files were not uploaded');
    expect(error.message).toContain('could not be opened (ENOENT)');
    expect(error.result.files.map(({ ok }) => ok)).toEqual([false, true]);
    expect([attached.length, updates.length]).toEqual([1, 0]);
  });

  it('for a key that is not accepted the rest is not even read', async () => {
    const made = await createStorageScene();
    const { books } = made.distribution.withOptions({
      fetch: async () => new Response(null, { status: 401 }),
    });
    const files = [
      await createTrack('a.mp3'),
      await createTrack('b.mp3'),
      await createTrack('c.mp3'),
    ];
    const call = upload({ distribution: { ...made.distribution, books } }, files, {
      concurrency: 1,
    });
    const { result } = await readFailure(call);
    expect(result.files.at(-1)).toMatchObject({ error: { reason: 'not-started' } });
  });
});

describe('a progress listener', () => {
  it('is called for each stage, with byte counts that never decrease within an attempt', async () => {
    const made = await createStorageScene([breakOff]);
    const heard: UploadProgress[] = [];
    const onProgress = (progress: UploadProgress) => void heard.push(progress);
    const size = 5_000_000;
    await upload(made, [await createTrack('a.mp3', size)], { onProgress });
    const steps = [...new Set(heard.map(({ stage, attempt }) => `${stage} ${attempt}`))];
    expect(steps).toEqual(['hash 0', 'grant 0', 'put 1', 'put 2', 'attach 0', 'done 2']);
    const sent = heard.filter(({ attempt, stage }) => stage === 'put' && attempt === 2);
    expect(sent.map(({ bytes }) => bytes)).toEqual(
      sent.map(({ bytes }) => bytes).sort((a, b) => a - b),
    );
    expect(sent.at(-1)).toMatchObject({ bytes: size, size });
  });

  it('may throw', async () => {
    const made = await createStorageScene();
    const onProgress = () => {
      throw new Error('a broken bar');
    };
    expect((await upload(made, [await createTrack('a.mp3')], { onProgress })).ok).toBe(true);
  });

  it('may end it immediately, and leaves nothing behind', async () => {
    const made = await createStorageScene([stall, stall, stall]);
    const { attached } = made;
    const ending = new AbortController();
    const files = [
      await createTrack('a.mp3', 9_000_000),
      await createTrack('b.mp3'),
      await createTrack('c.mp3'),
    ];
    const call = upload(made, files, { signal: ending.signal });
    setTimeout(() => ending.abort('enough'), 300);
    await expect(call).rejects.toMatchObject({ type: 'aborted', cause: 'enough' });
    expect(attached.length).toBeLessThan(3);
  });
});
