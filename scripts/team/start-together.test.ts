/** Starts several sandboxes together on an empty database and an empty object store. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { seedBooks } from '../../src/cli/sandbox/seed-books.ts';
import { processShell } from '../../src/cli/shell/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { s3Bytes } from '../../src/sandbox/bytes/index.ts';
import { openSharedStore } from '../../src/sandbox/store/index.ts';
import { createTestClient } from '../../src/sandbox/scenes/ask-in-process.ts';
import { hasObjectStore, startObjectStore } from './object-store.ts';
import { findPostgres, startPostgres } from './postgres.ts';

const bin = await findPostgres();
const isInstalled = bin !== undefined && hasObjectStore();

describe.skipIf(!isInstalled)('a team (skipped unless its servers are installed)', () => {
  test('six sandboxes that start together share one seed, one secret and one bucket', async () => {
    const [postgres, objects] = await Promise.all([startPostgres(bin ?? ''), startObjectStore()]);
    onTestFinished(async () => {
      await Promise.all([postgres.stop(), objects.stop()]);
    });
    const place = { bucket: 'together', prefix: '', region: 'us-east-1', ...objects };
    const shell = { ...processShell(), err: () => undefined };
    const start = async () => {
      const [store, bytes] = await Promise.all([openSharedStore(postgres.url), s3Bytes(place)]);
      const sandbox = await createSandbox({ store, bytes });
      await seedBooks('40', sandbox, shell);
      return sandbox;
    };
    const sandboxes = await Promise.all(Array.from({ length: 6 }, start));
    const [first, second] = sandboxes.map((sandbox) => createTestClient(sandbox));
    const totals = await Promise.all(sandboxes.map(async ({ books }) => (await books()).length));
    expect(totals).toEqual([40, 40, 40, 40, 40, 40]);
    // A URL that one signs is good for another, so they have one secret and one bucket.
    const grant = await first?.grant((await first.create('ebook')) ?? '', 'ebook_content', 'bytes');
    expect((await second?.put(grant?.url ?? '', 'bytes'))?.status).toBe(200);
    await Promise.all(sandboxes.map(({ close }) => close()));
  }, 120_000);
});
