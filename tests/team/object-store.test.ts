/** Tests the file storage in a bucket, on a real server, like the other file storages. */
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openS3Storage } from '../../src/sandbox/bytes/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { fileStorageTests } from '../support/sandbox/bytes-tests.ts';
import { createTestClient } from '../support/sandbox/test-client.ts';
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

test('a reset removes the files of the sandbox, and no other object of the bucket', async () => {
  const { endpoint, accessKeyId, secretAccessKey } = objects;
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region: 'us-east-1', service: 's3' });
  const bucket = `${endpoint}/uploads`;
  const foreignKeys = ['files/a & b.txt', 'files/100%.txt', 'files/été?<x>.txt', 'files/', 'other'];
  const toUrl = (key: string) => `${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
  const bytes = await openStorage();
  for (const key of foreignKeys) await aws.fetch(toUrl(key), { method: 'PUT', body: 'foreign' });
  const sandbox = await createSandbox({ bytes });
  const client = createTestClient(sandbox);
  const book = await client.create('ebook');
  for (let index = 0; index < 25; index += 1)
    await client.addFile(book, 'ebook_content', `file ${index}`);
  const keys = await sandbox.parts.store.listFiles();
  expect([keys.length, await bytes.size(keys[0] ?? '')]).toEqual([25, 6]);
  await sandbox.reset();
  expect(await Promise.all(keys.map((key) => bytes.size(key)))).toEqual(keys.map(() => undefined));
  for (const key of foreignKeys) expect((await aws.fetch(toUrl(key))).status, key).toBe(200);
  await sandbox.close();
});

test('rejects a wrong key with the status of the response', async () => {
  const { endpoint, accessKeyId } = objects;
  const secretAccessKey = 'another-secret';
  const keys = { accessKeyId, secretAccessKey, region: 'us-east-1' };
  const storage = openS3Storage({ bucket: 'uploads', prefix: '', endpoint, ...keys });
  await expect(storage).rejects.toThrow(/^The file storage answered a HEAD with 403/);
});
