import { afterEach, beforeEach, expect, test } from 'vitest';
import { memoryBytes, type Bytes } from '../bytes/index.ts';
import { createTestClient, valueAt, type TestClient } from '../scenes/ask-in-process.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';

const failure = (code: string) => Object.assign(new Error(`${code}: the disk fails`), { code });

/** Storage that fails once at one step. */
function failingOnce(step: 'open' | 'write' | 'commit' | 'discard', code: string): Bytes {
  const bytes = memoryBytes();
  let failed = false;
  const fail = (now: string) => {
    if (failed || (now !== step && !(step === 'discard' && now === 'write'))) return;
    failed = step !== 'discard';
    throw failure(code);
  };
  return {
    ...bytes,
    receive: async (fileId) => {
      fail('open');
      const incoming = await bytes.receive(fileId);
      return {
        write: async (chunk) => {
          fail('write');
          await incoming.write(chunk);
        },
        commit: async () => {
          fail('commit');
          await incoming.commit();
        },
        discard: async () => {
          if (step === 'discard') {
            failed = true;
            throw failure(code);
          }
          await incoming.discard();
        },
      };
    },
  };
}

let sandbox: Sandbox;
let ask: TestClient;
let lines: string[];

async function openWith(bytes: Bytes): Promise<void> {
  lines = [];
  sandbox = await createSandbox({ bytes, report: (line) => lines.push(line) });
  ask = createTestClient(sandbox);
}

beforeEach(() => openWith(memoryBytes()));

afterEach(() => sandbox.close());

test.each(['open', 'write', 'commit', 'discard'] as const)(
  'a disk that is full at %s gets 507, and the URL can be used again',
  async (step) => {
    await openWith(failingOnce(step, 'ENOSPC'));
    const book = await ask.create('ebook');
    const grant = await ask.grant(book, 'ebook_content', 'bytes');
    const full = await ask.put(grant.url, 'bytes');
    expect([full.status, full.mediaType, valueAt(full.body, 'status')]).toEqual([
      507,
      'application/problem+json',
      507,
    ]);
    expect((await ask.put(grant.url, 'bytes')).status).toBe(200);
    expect((await ask.attach(book, grant)).status).toBe(200);
    expect(lines).toEqual([]);
  },
);

test('a disk that fails while a file opens does not use up its URL', async () => {
  await openWith(failingOnce('open', 'EIO'));
  const grant = await ask.grant(await ask.create('ebook'), 'ebook_content', 'bytes');
  await expect(ask.put(grant.url, 'bytes')).rejects.toThrow(/EIO/);
  expect((await ask.put(grant.url, 'bytes')).status).toBe(200);
});

test('a full database gets 507 and a failing one 500, each with at most one line in the log', async () => {
  const failing = (code: string) =>
    createSandbox({
      report: (line) => lines.push(line),
      faults: [
        { override: () => ({ store: { insertBook: () => Promise.reject(failure(code)) } }) },
      ],
    });
  const full = await failing('SQLITE_FULL');
  const broken = await failing('SQLITE_IOERR');
  const { create } = createTestClient(full);
  await expect(create('ebook')).rejects.toThrow(/507/);
  expect(lines).toEqual([]);
  await expect(createTestClient(broken).create('ebook')).rejects.toThrow(/500/);
  expect(lines).toEqual(['SQLITE_IOERR: SQLITE_IOERR: the disk fails']);
  await Promise.all([full.close(), broken.close()]);
});
