/** Sweeps a sandbox on which a run was cut short: what is its goes, what is not stays. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestClient, type TestClient } from '../../sandbox/scenes/ask-in-process.ts';
import { createClock } from '../../sandbox/parts/index.ts';
import { serveSandbox, type ServedSandbox } from '../../sandbox/index.ts';
import { runCommandLine } from '../scenes/run-command-line.ts';

const hour = 3_600_000;
const clock = createClock();
let folder = '';
let file = '';
let served: ServedSandbox;
let ask: TestClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bookdist-sweep-'));
  file = join(folder, 'made.jsonl');
  served = await serveSandbox({ clock });
  ask = createTestClient(served.sandbox);
});
afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => rm(file, { force: true }));

async function sweep(args: readonly string[], key: string | null = served.key) {
  const environment = { key: key ?? undefined };
  return runCommandLine(['sweep', '--rate', '1000', ...args], { width: 100, environment });
}

const gonePid = 2 ** 22 + 1;

async function journal(lines: readonly object[], head: object = {}) {
  const first = {
    run: '0a1b2c3d',
    target: `${served.url}/v2/distribution`,
    started: new Date().toISOString(),
    host: hostname(),
    pid: gonePid,
    ...head,
  };
  await writeFile(
    file,
    `${[first, ...lines].map((line) => JSON.stringify(line)).join('\n')}\n{"ma`,
  );
}

async function createBook(externalId: string): Promise<string> {
  return ask.create('ebook', { externalId });
}

async function isThere(id: string): Promise<boolean> {
  return (await ask.get(`/books/${id}`)).status === 200;
}

describe('sweeping by the journal of a run', () => {
  it('removes the books of the run, including creates without a response, and no others', async () => {
    const bookId = await createBook('bookdist-0a1b2c3d-1');
    const gone = await createBook('bookdist-0a1b2c3d-2');
    const silent = await createBook('bookdist-0a1b2c3d-3');
    const foreign = await createBook('somebody-else-1');
    await ask.remove(`/books/${gone}`);
    await journal([
      { intends: 'bookdist-0a1b2c3d-1' },
      { made: bookId, externalId: 'bookdist-0a1b2c3d-1' },
      { intends: 'bookdist-0a1b2c3d-2' },
      { made: gone, externalId: 'bookdist-0a1b2c3d-2' },
      { removed: gone },
      { intends: 'bookdist-0a1b2c3d-3' },
      { intends: 'bookdist-0a1b2c3d-4' },
    ]);
    const looked = await sweep([file, '--dry-run']);
    expect([looked.code, await isThere(bookId)]).toEqual([0, true]);
    expect(looked.out).toContain('2 books would be removed');
    const swept = await sweep([file]);
    expect([swept.code, swept.out]).toEqual([0, `${file}: 2 of 2 books removed\n`]);
    expect(await Promise.all([bookId, silent, foreign].map(isThere))).toEqual([false, false, true]);
    expect(existsSync(file)).toBe(false);
  });

  it('does not remove a book without the mark of the run', async () => {
    const foreign = await createBook('somebody-else-2');
    await journal([{ made: foreign, externalId: 'bookdist-0a1b2c3d-9' }]);
    const swept = await sweep([file]);
    expect([swept.code, await isThere(foreign), existsSync(file)]).toEqual([1, true, true]);
    expect(swept.out).toContain('does not have the mark');
  });

  it('lists published books, and withdraws them only with consent', async () => {
    const book = await ask.ready('ebook', { externalId: 'bookdist-0a1b2c3d-5' });
    await ask.post(`/books/${book.id}/publish`, {});
    await served.sandbox.settle(book.id, 'published');
    await journal([{ made: book.id, externalId: null }]);
    const careful = await sweep([file]);
    expect([careful.code, existsSync(file)]).toEqual([1, true]);
    expect(careful.out).toContain(`left: ${book.id}`);
    expect(careful.out).toContain('add --allow write,publish');
    expect((await sweep([file, '--allow', 'write,publish'])).code).toBe(0);
    expect(await isThere(book.id)).toBe(false);
  });

  it('does not sweep a run that may still be active', async () => {
    await journal([], { host: 'another' });
    expect((await sweep([file])).err).toContain('was on another machine');
    await journal([], { pid: process.ppid });
    const result = await sweep([file]);
    expect([result.code, result.err]).toEqual([2, expect.stringContaining('seems to be running')]);
    const young = await sweep([file, '--older-than', '1h']);
    expect([young.code, young.err]).toEqual([
      2,
      expect.stringContaining('more recent than --older-than'),
    ]);
  });

  it('reports wrong usage', async () => {
    await writeFile(file, 'no list');
    expect((await sweep([file])).err).toContain('is not a list of books that a run created');
    expect((await sweep([join(folder, 'none')])).err).toContain('There is no file');
    expect((await sweep([file], null)).err).toContain('DISTRIBUTION_API_KEY');
    await journal([]);
    const refused = await sweep([file], 'wrong');
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('refused the key')]);
    await journal([], { target: 'http://127.0.0.1:9/v2/distribution' });
    expect((await sweep([file])).code).toBe(3);
  });
});

describe('sweeping by age', () => {
  it('removes old books of any run, by the clock of the service', async () => {
    const old = await createBook('bookdist-11111111-1');
    const foreign = await createBook('bookdistinct-1');
    clock.set(clock.now() + 3 * hour);
    const young = await createBook('bookdist-22222222-1');
    expect((await sweep([served.url])).err).toContain('needs --older-than');
    const swept = await sweep([served.url, '--older-than', '2h']);
    expect(swept.code).toBe(0);
    expect(await Promise.all([old, foreign, young].map(isThere))).toEqual([false, true, true]);
  });
});
