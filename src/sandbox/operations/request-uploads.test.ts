/** Tests requests for the upload URLs of many files. */
import { expect, onTestFinished, test } from 'vitest';
import { createSandbox } from '../index.ts';
import { createTestClient, descriptor, sha256 } from '../scenes/ask-in-process.ts';
import { openStore } from '../store/index.ts';

test('the URLs of one request are stored in one transaction', async () => {
  const store = await openStore();
  const stored: number[] = [];
  const sandbox = await createSandbox({
    store: {
      ...store,
      insertGrants: async (grants) => {
        stored.push(grants.length);
        await store.insertGrants(grants);
      },
    },
  });
  onTestFinished(sandbox.close);
  const { create, ask } = createTestClient(sandbox);
  const files = Array.from({ length: 300 }, (_one, number) =>
    descriptor({ referenceId: `${number}`, hashSha256: sha256(`${number}`) }),
  );
  const { status } = await ask('POST', `/books/${await create('ebook')}/upload`, { json: files });
  expect([status, stored]).toEqual([201, [300]]);
});
