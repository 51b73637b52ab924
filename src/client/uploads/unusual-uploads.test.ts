/** Tests totals, touched files, bytes in memory, unusable journals, and storages that are away for a while. */
import { readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../../../tests/support/client/scene.ts';
import {
  createErrorXml,
  createStorageScene,
  createTrack,
  expectUploadError,
  refuseAfterBody,
  storeFile,
  upload,
  type PutBehaviour,
} from '../../../tests/support/client/storage-scene.ts';
import type { UploadProgress } from './upload-run.ts';

const role = 'audio_content';

describe('totals', () => {
  it('are those of all files, from the first report and also when all is done already', async () => {
    const scene = await createStorageScene();
    const journal = createMemoryJournal();
    const files = [await createTrack('a.mp3', 300_000), await createTrack('b.mp3', 100_000)];
    const run = async () => {
      const reports: UploadProgress[] = [];
      await upload(scene, files, { journal, onProgress: (report) => reports.push(report) });
      expect(reports[0]?.total).toMatchObject({ files: 2, filesDone: 0, size: 400_000 });
      return reports.at(-1)?.total;
    };
    const total = { files: 2, filesDone: 2, bytes: 400_000, size: 400_000 };
    expect(await run()).toEqual(total);
    expect(await run()).toEqual(total);
  });

  it('have the size of a failed file too', async () => {
    const scene = await createStorageScene([refuseAfterBody(413)]);
    const reports: UploadProgress[] = [];
    const onProgress = (report: UploadProgress) => reports.push(report);
    await expectUploadError(upload(scene, [await createTrack('a.mp3', 5_000)], { onProgress }));
    expect(reports.at(-1)).toMatchObject({ stage: 'failed', size: 5_000 });
  });
});

it('a file that was touched or replaced by the same bytes is attached, one with other bytes is not', async () => {
  const change = async (path: string, isSame: boolean) => {
    const bytes = await readFile(path);
    await writeFile(`${path}.new`, isSame ? bytes : bytes.toReversed());
    await rename(`${path}.new`, path);
    await utimes(path, 1, 1);
  };
  for (const isSame of [true, false]) {
    const track = await createTrack('a.mp3');
    const changeAndStore: PutBehaviour = async (put) => {
      await change(String(track.path), isSame);
      await storeFile(put);
    };
    const scene = await createStorageScene([changeAndStore]);
    const outcome = await upload(scene, [track]).safe();
    expect(outcome.ok).toBe(isSame);
    expect(scene.attachedIds).toHaveLength(isSame ? 1 : 0);
  }
});

it('accepts a Uint8Array and a Buffer, and names a stream of strings', async () => {
  const scene = await createStorageScene();
  const bytes = new Uint8Array([1, 2, 3]);
  await upload(scene, [
    { role, bytes, filename: 'a.mp3' },
    { role, bytes: Buffer.from('four'), filename: 'b.mp3' },
  ]);
  expect(scene.attachedIds).toHaveLength(2);
  async function* stream() {
    yield 'text';
  }
  // @ts-expect-error -- a stream of strings
  const call = upload(scene, [{ role, stream, size: 4, filename: 'c.mp3' }]);
  const error = await expectUploadError(call);
  expect(error.message).toContain('its stream must yield Uint8Array pieces');
});

it('a stream that never ends is read only a little beyond its size, and lets timers run', async () => {
  const scene = await createStorageScene();
  let reads = 0;
  async function* stream() {
    for (; reads < 1_000; reads += 1) yield new Uint8Array(10);
  }
  await expectUploadError(upload(scene, [{ role, stream, size: 25, filename: 'a.mp3' }]));
  expect(reads).toBe(2);
  // Pieces without bytes never exceed the size, so only the deadline ends this upload.
  async function* emptyStream() {
    for (;;) yield new Uint8Array();
  }
  const file = { role, stream: emptyStream, size: 25, filename: 'a.mp3' } as const;
  const outcome = await upload(scene, [file], { deadlineMs: 50 }).safe();
  expect(outcome).toMatchObject({ type: 'timeout' });
});

it('refuses a file whose grant has the id of another file', async () => {
  const { distribution, origin } = await createStorageScene();
  const grant = { id: 'f', url: `${origin}/f`, expiresAt: '2040-01-01T00:00:00Z' };
  const client = distribution.withOptions({
    fetch: async ({ url }) => Response.json(url.endsWith('/upload') ? [grant] : {}),
  });
  const files = [await createTrack('a.mp3'), await createTrack('b.mp3')];
  const { result } = await expectUploadError(upload({ distribution: client }, files));
  expect(result.files.filter(({ ok }) => ok)).toHaveLength(1);
});

it('an unusable journal is an UploadBatchError, and nothing is sent', async () => {
  const scene = await createStorageScene();
  const files = [await createTrack('a.mp3')];
  const journals = ['/nowhere/a.journal', { read: async () => Promise.reject(new Error('x')) }];
  for (const journal of journals) {
    // @ts-expect-error -- a journal that cannot be written
    const outcome = await upload(scene, files, { journal }).safe();
    if (outcome.ok || outcome.type !== 'upload-batch') throw new Error('no error');
    expect(outcome.error.result.files[0]).toMatchObject({ error: { reason: 'journal' } });
    expect(outcome.error.message).toContain('the journal cannot be used');
  }
  expect(scene.grantIds).toEqual([]);
});

it('survives a storage that is away for a while, and throws a refusal that came before a failure', async () => {
  const scene = await createStorageScene();
  let failures = 0;
  const storageFetch = async (url: string, init: RequestInit) => {
    failures += 1;
    if (failures <= 8) throw new TypeError('fetch failed');
    return fetch(url, init);
  };
  const patient = scene.distribution.withOptions({ storageFetch });
  const { files } = await upload({ distribution: patient }, [await createTrack('a.mp3')]);
  expect(files[0]).toMatchObject({ ok: true, attempts: 9 });

  const refusing = await createStorageScene([refuseAfterBody(403, createErrorXml('AccessDenied'))]);
  let grants = 0;
  const { books } = refusing.distribution.withOptions({
    maxRetries: 0,
    fetch: async () => {
      grants += 1;
      if (grants > 1) return new Response(null, { status: 500 });
      return Response.json([{ id: 'a', url: `${refusing.origin}/a` }], { status: 201 });
    },
  });
  const distribution = { ...refusing.distribution, books };
  const error = await expectUploadError(upload({ distribution }, [await createTrack('a.mp3')]));
  expect(error.result.files[0]).toMatchObject({ error: { storageCode: 'AccessDenied' } });
});
