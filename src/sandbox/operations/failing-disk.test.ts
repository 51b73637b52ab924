import { beforeEach, expect, test } from 'vitest';
import { createMemoryStorage, type FileStorage } from '../bytes/index.ts';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';
import { valueAt } from '../../../tests/support/sandbox/test-client.ts';

const failure = (code: string) => Object.assign(new Error(`${code}: the disk fails`), { code });

/** Creates a storage that fails once at one step. With `discard`, the write before it fails too. */
function createFailingStorage(
  step: 'open' | 'write' | 'commit' | 'discard',
  code: string,
): FileStorage {
  const bytes = createMemoryStorage();
  let hasFailed = false;
  const fail = (currentStep: string) => {
    if (hasFailed || (currentStep !== step && !(step === 'discard' && currentStep === 'write')))
      return;
    hasFailed = step !== 'discard';
    throw failure(code);
  };
  return {
    ...bytes,
    receive: async (fileId) => {
      fail('open');
      const writer = await bytes.receive(fileId);
      return {
        write: async (chunk) => {
          fail('write');
          await writer.write(chunk);
        },
        commit: async () => {
          fail('commit');
          await writer.commit();
        },
        discard: async () => {
          if (step === 'discard') {
            hasFailed = true;
            throw failure(code);
          }
          await writer.discard();
        },
      };
    },
  };
}

let lines: string[];
beforeEach(() => {
  lines = [];
});
const report = (line: string) => lines.push(line);

test.each(['open', 'write', 'commit', 'discard'] as const)(
  'an upload gets 507 if the disk is full at %s, and its URL can be used again',
  async (step) => {
    const { client } = await openTestSandbox({
      bytes: createFailingStorage(step, 'ENOSPC'),
      report,
    });
    const book = await client.create('ebook');
    const grant = await client.grant(book, 'ebook_content', 'bytes');
    const response = await client.upload(grant.url, 'bytes');
    expect([response.status, response.mediaType, valueAt(response.body, 'status')]).toEqual([
      507,
      'application/problem+json',
      507,
    ]);
    expect((await client.upload(grant.url, 'bytes')).status).toBe(200);
    expect((await client.attach(book, grant)).status).toBe(200);
    expect(lines).toEqual(['ENOSPC: ENOSPC: the disk fails']);
  },
);

test('an upload URL can be used again after a disk failure while its file was opened', async () => {
  const bytes = createFailingStorage('open', 'EIO');
  const { client } = await openTestSandbox({ bytes, report });
  const grant = await client.grant(await client.create('ebook'), 'ebook_content', 'bytes');
  expect((await client.upload(grant.url, 'bytes')).status).toBe(500);
  expect((await client.upload(grant.url, 'bytes')).status).toBe(200);
  expect(lines).toEqual(['EIO: EIO: the disk fails']);
});

test('a full database gets 507, an unreachable store 503, and any other failure 500, each with its cause in the log', async () => {
  const openFailing = async (cause: string | Error) => {
    const reason = typeof cause === 'string' ? failure(cause) : cause;
    const override = () => ({ store: { insertBook: () => Promise.reject(reason) } });
    return (await openTestSandbox({ report, faults: [{ override }] })).client;
  };
  await expect((await openFailing('SQLITE_FULL')).create('ebook')).rejects.toThrow(/507/);
  expect(lines.splice(0)).toEqual(['SQLITE_FULL: SQLITE_FULL: the disk fails']);
  await expect((await openFailing('ECONNREFUSED')).create('ebook')).rejects.toThrow(/503/);
  expect(lines.splice(0)).toEqual(['ECONNREFUSED: ECONNREFUSED: the disk fails']);
  const timeout = new DOMException('late', 'TimeoutError');
  await expect((await openFailing(timeout)).create('ebook')).rejects.toThrow(/503/);
  expect(lines.splice(0)).toEqual([expect.stringContaining('late')]);
  await expect((await openFailing('SQLITE_IOERR')).create('ebook')).rejects.toThrow(/500/);
  expect(lines).toEqual(['SQLITE_IOERR: SQLITE_IOERR: the disk fails']);
});
