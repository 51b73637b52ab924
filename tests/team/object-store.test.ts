/** Tests the file storage in a bucket, on a real server, like the other file storages. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openS3Storage } from '../../src/sandbox/bytes/index.ts';
import { fileStorageTests } from '../support/sandbox/bytes-tests.ts';
import { startObjectStore, type ObjectStore } from '../support/servers/object-store.ts';

let objects: ObjectStore;

beforeAll(async () => {
  objects = await startObjectStore();
});
afterAll(() => objects.stop());

const openStorage = () => {
  const { endpoint, accessKeyId, secretAccessKey } = objects;
  const keys = { accessKeyId, secretAccessKey, region: 'us-east-1' };
  return openS3Storage({ bucket: 'uploads', prefix: 'files/', endpoint, ...keys });
};
test.each(Object.entries(fileStorageTests))('%s', (_name, check) => check(openStorage));

test('a file uploaded in parts is visible only after the upload is committed', async () => {
  const storage = await openStorage();
  const completeUpload = await storage.receive('long');
  const discardedUpload = await storage.receive('broken');
  for (let part = 0; part < 20; part += 1) {
    for (const upload of [completeUpload, discardedUpload])
      await upload.write(Buffer.alloc(1_048_576, part));
  }
  expect(await storage.size('long')).toBeUndefined();
  await completeUpload.commit();
  await discardedUpload.discard();
  expect([await storage.size('long'), await storage.size('broken')]).toEqual([
    20_971_520,
    undefined,
  ]);
});

test('rejects a wrong key with the status of the response', async () => {
  const { endpoint, accessKeyId } = objects;
  const secretAccessKey = 'another-secret';
  const keys = { accessKeyId, secretAccessKey, region: 'us-east-1' };
  const storage = openS3Storage({ bucket: 'uploads', prefix: '', endpoint, ...keys });
  await expect(storage).rejects.toThrow(/^The file storage answered a HEAD with 403/);
});
