/** Tests an upload request for many files. */
import { expect, onTestFinished, test } from 'vitest';
import { createSandbox } from '../index.ts';
import {
  createTestClient,
  descriptor,
  sha256,
} from '../../../tests/support/sandbox/test-client.ts';
import { openStore } from '../store/index.ts';

test('the grants of one request are stored in one transaction', async () => {
  const store = await openStore();
  const batchSizes: number[] = [];
  const sandbox = await createSandbox({
    store: {
      ...store,
      insertGrants: async (grants) => {
        batchSizes.push(grants.length);
        await store.insertGrants(grants);
      },
    },
  });
  onTestFinished(sandbox.close);
  const { create, sendRequest } = createTestClient(sandbox);
  const files = Array.from({ length: 300 }, (_one, number) =>
    descriptor({ referenceId: `${number}`, hashSha256: sha256(`${number}`) }),
  );
  const { status } = await sendRequest('POST', `/books/${await create('ebook')}/upload`, {
    json: files,
  });
  expect([status, batchSizes]).toEqual([201, [300]]);
});
