/** Holds the file storage in a bucket to what the others do, on a real server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { s3Bytes } from '../../src/sandbox/bytes/index.ts';
import { bytesTests } from '../../src/sandbox/scenes/bytes-tests.ts';
import { hasObjectStore, startObjectStore, type ObjectStore } from './object-store.ts';

const startMs = 120_000;

let objects: ObjectStore;

describe.skipIf(!hasObjectStore())(
  'bytes in Swift (skipped unless its servers are installed)',
  () => {
    beforeAll(async () => {
      objects = await startObjectStore();
    }, startMs);
    afterAll(() => objects.stop());

    const open = () => {
      const { endpoint, accessKeyId, secretAccessKey } = objects;
      const keys = { accessKeyId, secretAccessKey, region: 'us-east-1' };
      return s3Bytes({ bucket: 'uploads', prefix: 'files/', endpoint, ...keys });
    };
    test.each(Object.entries(bytesTests))('%s', (_name, check) => check(open));

    test('a file in parts is visible after the last part, and complete', async () => {
      const bytes = await open();
      const whole = await bytes.receive('long');
      const broken = await bytes.receive('broken');
      for (let part = 0; part < 20; part += 1) {
        for (const incoming of [whole, broken]) await incoming.write(Buffer.alloc(1_048_576, part));
      }
      expect(await bytes.size('long')).toBeUndefined();
      await whole.commit();
      await broken.discard();
      expect([await bytes.size('long'), await bytes.size('broken')]).toEqual([
        20_971_520,
        undefined,
      ]);
    });

    test('a wrong key is rejected with a message that does not show it', async () => {
      const { endpoint, accessKeyId } = objects;
      const secretAccessKey = 'another-secret';
      const keys = { accessKeyId, secretAccessKey, region: 'us-east-1' };
      const asked = s3Bytes({ bucket: 'uploads', prefix: '', endpoint, ...keys });
      await expect(asked).rejects.toThrow(/^The file storage answered a HEAD with 403/);
    });
  },
);
