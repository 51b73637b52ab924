/** Tests that sweep removes the books of interrupted runs, and no other books. */
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestClient } from '../../../tests/support/sandbox/test-client.ts';
import { createClock } from '../../sandbox/replaceable-parts/index.ts';
import { runCommandLine } from '../../../tests/support/cli/run-command-line.ts';
import { createFolder, serveTestSandbox } from '../../../tests/support/fixtures.ts';

const oneHour = 3_600_000;
const clock = createClock();
const folder = createFolder();
const file = join(folder, 'made.jsonl');
const server = await serveTestSandbox({ clock });
const client = createTestClient(server.sandbox);

beforeEach(async () => rm(file, { force: true }));

async function sweep(args: readonly string[], key: string | null = server.key) {
  const environment = { key: key ?? undefined };
  return runCommandLine(['sweep', '--rate', '1000', ...args], { width: 100, environment });
}

const unusedPid = 2 ** 22 + 1;

/** Writes the journal of an interrupted run. Its last line is incomplete. */
async function writeJournal(lines: readonly object[], head: object = {}) {
  const fullHead = {
    run: '0a1b2c3d',
    target: `${server.url}/v2/distribution`,
    started: new Date().toISOString(),
    host: hostname(),
    pid: unusedPid,
    ...head,
  };
  await writeFile(
    file,
    `${[fullHead, ...lines].map((line) => JSON.stringify(line)).join('\n')}\n{"ma`,
  );
}

async function createBook(externalId: string): Promise<string> {
  return client.create('ebook', { externalId });
}

async function bookExists(id: string): Promise<boolean> {
  return (await client.get(`/books/${id}`)).status === 200;
}

describe('sweeping by the journal of a run', () => {
  it('removes the books of the run, including creates without a response, and no others', async () => {
    const bookId = await createBook('bookdist-0a1b2c3d-1');
    const removedId = await createBook('bookdist-0a1b2c3d-2');
    const unconfirmedId = await createBook('bookdist-0a1b2c3d-3');
    const otherId = await createBook('somebody-else-1');
    await client.remove(`/books/${removedId}`);
    await writeJournal([
      { intends: 'bookdist-0a1b2c3d-1' },
      { made: bookId, externalId: 'bookdist-0a1b2c3d-1' },
      { intends: 'bookdist-0a1b2c3d-2' },
      { made: removedId, externalId: 'bookdist-0a1b2c3d-2' },
      { removed: removedId },
      { intends: 'bookdist-0a1b2c3d-3' },
      { intends: 'bookdist-0a1b2c3d-4' },
    ]);
    const dryRun = await sweep([file, '--dry-run']);
    expect([dryRun.code, await bookExists(bookId)]).toEqual([0, true]);
    expect(dryRun.out).toContain('2 books would be removed');
    const result = await sweep([file]);
    expect([result.code, result.out]).toEqual([0, `${file}: 2 of 2 books removed\n`]);
    expect(await Promise.all([bookId, unconfirmedId, otherId].map(bookExists))).toEqual([
      false,
      false,
      true,
    ]);
    expect(existsSync(file)).toBe(false);
  });

  it('does not remove a book without the mark of the run', async () => {
    const otherId = await createBook('somebody-else-2');
    await writeJournal([{ made: otherId, externalId: 'bookdist-0a1b2c3d-9' }]);
    const result = await sweep([file]);
    expect([result.code, await bookExists(otherId), existsSync(file)]).toEqual([1, true, true]);
    expect(result.out).toContain('does not have the mark');
  });

  it('escapes what the service sends', async () => {
    await createBook('bookdist-0a1b2c3d-\u001B[2J\n::error::gone');
    await writeJournal([{ intends: 'bookdist-0a1b2c3d-\u001B[2J\n::error::gone' }]);
    const { out } = await sweep([file, '--dry-run']);
    expect(out).toContain('bookdist-0a1b2c3d-\\u001b[2J ::error::gone\n');
  });

  it('lists published books, and withdraws them only with consent', async () => {
    const book = await client.createReady('ebook', { externalId: 'bookdist-0a1b2c3d-5' });
    await client.post(`/books/${book.id}/publish`, {});
    await server.sandbox.settle(book.id, 'published');
    await writeJournal([{ made: book.id, externalId: null }]);
    const withoutConsent = await sweep([file]);
    expect([withoutConsent.code, existsSync(file)]).toEqual([1, true]);
    expect(withoutConsent.out).toContain(`left: ${book.id}`);
    expect(withoutConsent.out).toContain('add --allow write,publish');
    expect((await sweep([file, '--allow', 'write,publish'])).code).toBe(0);
    expect(await bookExists(book.id)).toBe(false);
  });

  it('does not sweep a run that may still be active', async () => {
    await writeJournal([], { host: 'another' });
    expect((await sweep([file])).err).toContain('was on another machine');
    await writeJournal([], { pid: process.ppid });
    const result = await sweep([file]);
    expect([result.code, result.err]).toEqual([2, expect.stringContaining('seems to be running')]);
    const recentRun = await sweep([file, '--older-than', '1h']);
    expect([recentRun.code, recentRun.err]).toEqual([
      2,
      expect.stringContaining('more recent than --older-than'),
    ]);
  });

  it('rejects an invalid or missing journal, a missing or wrong key, and an unreachable service', async () => {
    await writeFile(file, 'no list');
    expect((await sweep([file])).err).toContain('is not a list of books that a run created');
    expect((await sweep([join(folder, 'none')])).err).toContain('There is no file');
    expect((await sweep([file], null)).err).toContain('DISTRIBUTION_API_KEY');
    await writeJournal([]);
    const wrongKey = await sweep([file], 'wrong');
    expect([wrongKey.code, wrongKey.err]).toEqual([3, expect.stringContaining('refused the key')]);
    await writeJournal([], { target: 'http://127.0.0.1:9/v2/distribution' });
    expect((await sweep([file])).code).toBe(3);
  });
});

describe('sweeping by age', () => {
  it('removes only old books of runs, by the clock of the service', async () => {
    const oldId = await createBook('bookdist-11111111-1');
    const otherId = await createBook('bookdistinct-1');
    clock.set(clock.now() + 3 * oneHour);
    const newId = await createBook('bookdist-22222222-1');
    expect((await sweep([server.url])).err).toContain('needs --older-than');
    const result = await sweep([server.url, '--older-than', '2h']);
    expect(result.code).toBe(0);
    expect(await Promise.all([oldId, otherId, newId].map(bookExists))).toEqual([false, true, true]);
  });
});
