/** Tests uploads whose storage fails or whose file changes meanwhile. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  disconnectDuringBody,
  expectUploadError,
  failAfterStoring,
  disconnectAfterBody,
  refuseAfterBody,
  stall,
  storeFile,
  createTrack,
  upload,
  createStorageScene,
  createErrorXml,
  type PutBehaviour,
} from '../../../tests/support/client/storage-scene.ts';

describe('the upload of a file', () => {
  it.each([
    ['the connection breaks', [disconnectDuringBody], 1, 2],
    ['the storage responds with 503', [refuseAfterBody(503)], 1, 2],
    ['the storage asks to wait', [refuseAfterBody(429, '', { 'retry-after': '1' })], 1, 2],
    [
      'the storage reports a timeout',
      [refuseAfterBody(400, createErrorXml('RequestTimeout'))],
      1,
      2,
    ],
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
    const stallMs = behaviours.includes(stall) ? 300 : 60_000;
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
    ['a file that is too large', refuseAfterBody(413), 1],
    ['a redirect', refuseAfterBody(307, '', { location: 'http://127.0.0.1:9/' }), 1],
    ['a refusal without a reason', refuseAfterBody(403), 2],
    ['a request to wait for an hour', refuseAfterBody(503, '', { 'retry-after': '3600' }), 1],
    // The default of maxAttempts.
    ['an internal error', refuseAfterBody(500), 6],
  ])('fails if the storage always responds with %s', async (_, behaviour, puts) => {
    const scene = await createStorageScene(Array.from({ length: 9 }, () => behaviour));
    const error = await expectUploadError(upload(scene, [await createTrack('a.mp3')]));
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
