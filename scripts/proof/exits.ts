/** Claims on exit codes when a run cannot start: no service, a wrong key, a misspelled option. */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { Claim } from './claim.ts';
import { bookdist, reportsFolder, serving } from './command.ts';

/** Returns a port without a server. */
async function silentPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port to ask');
  return address.port;
}

async function noService(): Promise<void> {
  const folder = await reportsFolder();
  const url = `http://127.0.0.1:${await silentPort()}`;
  const { code, out, err } = await bookdist(['verify', url, '--out', folder], {
    DISTRIBUTION_API_KEY: 'any',
  });
  assert.equal(code, 3, out + err);
  assert.match(out + err, new RegExp(url.slice('http://'.length)));
  assert.doesNotMatch(out + err, /^\s+at /m, 'the message contains a stack trace');
}

async function wrongKey(): Promise<void> {
  const sandbox = await serving(['sandbox', '--port', '0']);
  try {
    const folder = await reportsFolder();
    const { code, out, err } = await bookdist(['verify', sandbox.address, '--out', folder], {
      DISTRIBUTION_API_KEY: 'a-key-never-issued',
    });
    assert.equal(code, 3, out + err);
    assert.doesNotMatch(out + err, /a-key-never-issued/, 'the key was printed');
  } finally {
    await sandbox.end();
  }
}

async function misspelled(): Promise<void> {
  const { code, out, err } = await bookdist(['verify', '--seeed', '1']);
  assert.equal(code, 2, out + err);
  assert.match(err, /--seed/);
}

export const exits: readonly Claim[] = [
  { says: 'a port without a server exits with 3', prove: noService, inSample: true },
  { says: 'a wrong key exits with 3 and is not printed', prove: wrongKey, inSample: true },
  {
    says: 'a misspelled option exits with 2 and suggests the right one',
    prove: misspelled,
    inSample: true,
  },
];
