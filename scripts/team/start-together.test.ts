/** Starts several sandboxes together on an empty database and an empty object store. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { addSeedBooks } from '../../src/cli/sandbox/seed-books.ts';
import { createProcessShell } from '../../src/cli/shell/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { openS3Storage } from '../../src/sandbox/bytes/index.ts';
import { openSharedStore } from '../../src/sandbox/store/index.ts';
import { createTestClient } from '../../src/sandbox/scenes/test-client.ts';
import { hasObjectStore, startObjectStore } from './object-store.ts';
import { findPostgres, startPostgres } from './postgres.ts';

const bin = await findPostgres();
const isInstalled = bin !== undefined && hasObjectStore();

describe.skipIf(!isInstalled)('a team (skipped unless its servers are installed)', () => {
  test('six sandboxes that start together share the seed books, the secret and the bucket', async () => {
    const [postgres, objects] = await Promise.all([startPostgres(bin ?? ''), startObjectStore()]);
    onTestFinished(async () => {
      await Promise.all([postgres.stop(), objects.stop()]);
    });
    const options = { bucket: 'together', prefix: '', region: 'us-east-1', ...objects };
    const shell = { ...createProcessShell(), err: () => undefined };
    const start = async () => {
      const [store, bytes] = await Promise.all([
        openSharedStore(postgres.url),
        openS3Storage(options),
      ]);
      const sandbox = await createSandbox({ store, bytes });
      await addSeedBooks('40', sandbox, shell);
      return sandbox;
    };
    const sandboxes = await Promise.all(Array.from({ length: 6 }, start));
    const [first, second] = sandboxes.map((sandbox) => createTestClient(sandbox));
    const totals = await Promise.all(sandboxes.map(async ({ books }) => (await books()).length));
    expect(totals).toEqual([40, 40, 40, 40, 40, 40]);
    // The second sandbox accepts a URL that the first one signed, so they share the secret and the bucket.
    const grant = await first?.grant((await first.create('ebook')) ?? '', 'ebook_content', 'bytes');
    expect((await second?.upload(grant?.url ?? '', 'bytes'))?.status).toBe(200);
    await Promise.all(sandboxes.map(({ close }) => close()));
  });
});
