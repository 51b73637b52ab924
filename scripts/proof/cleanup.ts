/** Claims on cleanup and consent: a run leaves the account as it was, and does nothing without consent. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ServedSandbox, serveSandbox } from '../../src/sandbox/index.ts';
import type { Claim } from './claim.ts';
import { bookdist, reportsFolder } from './command.ts';
import { startCountingProxy } from './counting-proxy.ts';
import { createBooks } from './other-clients.ts';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const everything = ['--allow', 'read,write,publish,delete', '--rate', '2000'];

/** The most requests of a run: with default settings, and of a quick one with every consent. */
const maxRequests = { withoutPublish: 1_000, withEverything: 1_500, quick: 400 } as const;

/** Of the 201 requirements, a quick run proves at least four fifths. */
const minQuickProven = 161;

/** Starts a sandbox with books of another client. */
async function startWithBooks(): Promise<{ served: ServedSandbox; foreign: readonly string[] }> {
  const served = await serveSandbox();
  return { served, foreign: await createBooks(served, 5) };
}

/** Returns all listed books as text. */
async function listAccount({ url, key }: ServedSandbox): Promise<string> {
  const headers = { apikey: key };
  const answer = await fetch(`${url}/v2/distribution/books?perPage=100`, { headers });
  return answer.text();
}

async function proveUnchanged(): Promise<void> {
  const { served } = await startWithBooks();
  try {
    const before = await listAccount(served);
    const key = { DISTRIBUTION_API_KEY: served.key };
    const out = ['--out', await reportsFolder()];
    const { code, out: output } = await bookdist(
      ['verify', served.url, ...everything, ...out],
      key,
    );
    assert.equal(code, 0, output);
    assert.equal(await listAccount(served), before);
  } finally {
    await served.close();
  }
}

async function proveSweep(): Promise<void> {
  const { served } = await startWithBooks();
  const folder = await reportsFolder();
  try {
    const before = await listAccount(served);
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', main, 'verify', served.url, ...everything, '--out', folder],
      { env: { PATH: '/usr/bin', DISTRIBUTION_API_KEY: served.key }, stdio: 'ignore' },
    );
    const exited = new Promise((resolve) => child.once('exit', resolve));
    while ((await served.sandbox.books()).length < 60) {
      assert.equal(child.exitCode, null, 'the run ended before it made sixty books');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    child.kill('SIGKILL');
    await exited;
    assert.notEqual(await listAccount(served), before, 'the killed run left nothing to sweep');
    const [journal] = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
    assert(journal, 'the killed run left no list of its books');
    const swept = await bookdist(
      ['sweep', join(folder, journal), '--allow', 'write,publish', '--rate', '2000'],
      { DISTRIBUTION_API_KEY: served.key },
    );
    assert.equal(swept.code, 0, swept.out + swept.err);
    assert.equal(await listAccount(served), before);
  } finally {
    await served.close();
  }
}

async function proveConsent(): Promise<void> {
  const { served, foreign } = await startWithBooks();
  const proxy = await startCountingProxy(served.url, served.storageUrl);
  const verify = async (...options: readonly string[]) => {
    const before = proxy.noted.length;
    const out = ['--out', await reportsFolder()];
    const result = await bookdist(['verify', proxy.address, ...options, ...out], {
      DISTRIBUTION_API_KEY: served.key,
    });
    assert.equal(result.code, 0, result.out + result.err);
    return { requests: proxy.noted.length - before, output: result.out };
  };
  try {
    const careful = await verify('--allow', 'read,write,delete', '--rate', '2000');
    const published = proxy.noted.filter(
      ({ method, path }) => method === 'POST' && /\/(un)?publish$/.test(path),
    );
    assert.deepEqual(published, [], 'published or withdrew without consent');
    expectAtMost(careful.requests, maxRequests.withoutPublish);
    const complete = await verify(...everything);
    assert(complete.requests > careful.requests, 'publishing took no further requests');
    expectAtMost(complete.requests, maxRequests.withEverything);
    const quick = await verify(...everything, '--depth', 'quick');
    const proven = Number(/proven (\d+) of/.exec(quick.output)?.[1]);
    assert(proven >= minQuickProven, `a quick run proves ${proven}`);
    expectAtMost(quick.requests, maxRequests.quick);
    const changed = proxy.noted.filter(
      ({ method, path }) => method !== 'GET' && foreign.some((id) => path.includes(id)),
    );
    assert.deepEqual(changed, [], 'changed a book that the run did not create');
    const leaked = proxy.noted.filter(({ to, withKey }) => to === 'storage' && withKey);
    assert.deepEqual(leaked, [], 'sent the key to storage');
    assert(proxy.noted.some(({ to }) => to === 'storage'));
  } finally {
    await proxy.end();
    await served.close();
  }
}

function expectAtMost(requests: number, limit: number): void {
  assert(requests <= limit, `${requests} requests, but at most ${limit} are allowed`);
}

export const cleanup: readonly Claim[] = [
  {
    says: 'a run with every consent leaves the account as it was',
    prove: proveUnchanged,
    inSample: false,
  },
  {
    says: 'after a run was killed, sweep restores the account',
    prove: proveSweep,
    inSample: true,
  },
  {
    says: 'a run publishes nothing without consent, changes no other book, sends no key to storage and stays within its requests',
    prove: proveConsent,
    inSample: true,
  },
];
