/** Tests what becomes of an upload when its storage fails, or its file changes on the way. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  breakOff,
  readFailure,
  storeAndFail,
  loseResponse,
  refuse,
  stall,
  store,
  createTrack,
  upload,
  createStorageScene,
  errorXml,
  type PutBehaviour,
} from '../scenes/storage-scene.ts';

describe('an attempt that fails', () => {
  it.each([
    ['breaks off in the middle', breakOff, 1, 2],
    ['is answered 503', refuse(503), 1, 2],
    ['is answered 429 with a time to wait', refuse(429, '', { 'retry-after': '1' }), 1, 2],
    ['is answered 400 for having stood still', refuse(400, errorXml('RequestTimeout')), 1, 2],
    ['loses its answer', loseResponse, 1, 1],
    ['fails after all, and the retry is answered 409', storeAndFail, 1, 2],
    ['finds the URL expired', refuse(403, errorXml('ExpiredToken')), 2, 2],
    ['is refused without a reason', refuse(403), 2, 2],
    ['stands still', stall, 1, 2],
  ])('because it %s is made good', async (_, turn, ...[grants, puts]) => {
    const used = turn === storeAndFail ? [turn, refuse(409)] : [turn];
    const made = await createStorageScene(used);
    const { files } = await upload(made, [await createTrack('a.mp3', 4_000_000)], {
      stallMs: turn === stall ? 300 : 60_000,
    });
    expect(files[0]).toMatchObject({ ok: true, grants, attempts: puts });
    expect([made.grants.length, made.puts.length, made.attached.length]).toEqual([grants, puts, 1]);
  });

  it('and is answered 409 although nothing arrived gets another URL', async () => {
    const made = await createStorageScene([refuse(409)]);
    const { attached, grants } = made;
    await upload(made, [await createTrack('a.mp3')]);
    expect([attached.length, grants.length]).toEqual([1, 2]);
  });

  it('after its URL ran out is made with another URL', async () => {
    const made = await createStorageScene([breakOff, breakOff], 0);
    const { grants } = made;
    await upload(made, [await createTrack('a.mp3')]);
    expect(grants).toHaveLength(3);
  });

  it.each([
    ['SignatureDoesNotMatch', refuse(403, errorXml('SignatureDoesNotMatch')), 1],
    ['a file too large', refuse(413), 1],
    ['a redirect', refuse(307, '', { location: 'http://127.0.0.1:9/' }), 1],
    ['a refusal without a reason, twice', refuse(403), 2],
    ['a storage that asks to wait for an hour', refuse(503, '', { 'retry-after': '3600' }), 1],
    ['a storage that is never well', refuse(500), 6],
  ])('for %s ends with its reason', async (_, turn, puts) => {
    const made = await createStorageScene(Array.from({ length: 9 }, () => turn));
    const error = await readFailure(upload(made, [await createTrack('a.mp3')]));
    expect(error.result.files[0]).toMatchObject({ ok: false, error: { stage: 'put' } });
    expect([made.puts.length, made.attached.length]).toEqual([puts, 0]);
  });
});

describe('a file that changes', () => {
  it('while it is sent is not attached', async () => {
    const changing = await createTrack('a.mp3', 9_000_000);
    const turn: PutBehaviour = ({ request, response, storeBody: keep }) =>
      once(request, 'readable')
        .then(() => appendFile(changing.path, 'more'))
        .then(() => store({ request, response, storeBody: keep }));
    const made = await createStorageScene([turn]);
    const { attached } = made;
    const error = await readFailure(upload(made, [changing]));
    expect(error.result.files[0]).toMatchObject({ error: { stage: 'put', reason: 'changed' } });
    expect(attached).toEqual([]);
  });

  it('between two readings of a stream is noticed by its bytes', async () => {
    const made = await createStorageScene();
    const { attached } = made;
    const stream = () => new Blob([randomBytes(50_000)]).stream();
    const file = { role: 'audio_content', stream, size: 50_000, filename: 'a.mp3' } as const;
    const error = await readFailure(upload(made, [file]));
    expect(error.result.files[0]).toMatchObject({ error: { reason: 'changed' } });
    expect(attached).toEqual([]);
  });
});
