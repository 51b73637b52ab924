/** Claims on cleanup and consent: a run leaves the account as it was, and does nothing without consent. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ServedSandbox, serveSandbox } from '../../src/sandbox/index.ts';
import type { Claim } from './claim.ts';
import { bookdist, reportsFolder } from './command.ts';
import { countingProxy } from './counting-proxy.ts';
import { createBooks } from './other-clients.ts';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const everything = ['--allow', 'read,write,publish,delete', '--rate', '2000'];

/** The most requests of a run: with default settings, and of a quick one with every consent. */
const most = { withoutPublish: 1_000, withEverything: 1_500, quick: 400 } as const;

/** Of the 201 requirements, a quick run proves at least four fifths. */
const quicklyProven = 161;

/** Starts a sandbox with books of another client. */
async function inhabited(): Promise<{ served: ServedSandbox; foreign: readonly string[] }> {
  const served = await serveSandbox();
  return { served, foreign: await createBooks(served, 5) };
}

/** Returns all listed books as text. */
async function account({ url, key }: ServedSandbox): Promise<string> {
  const headers = { apikey: key };
  const answer = await fetch(`${url}/v2/distribution/books?perPage=100`, { headers });
  return answer.text();
}

async function leftAsFound(): Promise<void> {
  const { served } = await inhabited();
  try {
    const before = await account(served);
    const key = { DISTRIBUTION_API_KEY: served.key };
    const out = ['--out', await reportsFolder()];
    const { code, out: said } = await bookdist(['verify', served.url, ...everything, ...out], key);
    assert.equal(code, 0, said);
    assert.equal(await account(served), before);
  } finally {
    await served.close();
  }
}

async function killedAndSwept(): Promise<void> {
  const { served } = await inhabited();
  const folder = await reportsFolder();
  try {
    const before = await account(served);
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', main, 'verify', served.url, ...everything, '--out', folder],
      { env: { PATH: '/usr/bin', DISTRIBUTION_API_KEY: served.key }, stdio: 'ignore' },
    );
    const gone = new Promise((resolve) => child.once('exit', resolve));
    while ((await served.sandbox.books()).length < 60) {
      assert.equal(child.exitCode, null, 'the run ended before it made sixty books');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    child.kill('SIGKILL');
    await gone;
    assert.notEqual(await account(served), before, 'the killed run left nothing to sweep');
    const [journal] = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
    assert(journal, 'the killed run left no list of its books');
    const swept = await bookdist(
      ['sweep', join(folder, journal), '--allow', 'write,publish', '--rate', '2000'],
      { DISTRIBUTION_API_KEY: served.key },
    );
    assert.equal(swept.code, 0, swept.out + swept.err);
    assert.equal(await account(served), before);
  } finally {
    await served.close();
  }
}

async function nothingUnasked(): Promise<void> {
  const { served, foreign } = await inhabited();
  const proxy = await countingProxy(served.url, served.storageUrl);
  const key = { DISTRIBUTION_API_KEY: served.key };
  try {
    const careful = ['--allow', 'read,write,delete', '--rate', '2000'];
    const out = async () => ['--out', await reportsFolder()];
    const first = await bookdist(['verify', proxy.address, ...careful, ...(await out())], key);
    assert.equal(first.code, 0, first.out + first.err);
    const published = proxy.noted.filter(
      ({ method, path }) => method === 'POST' && /\/(un)?publish$/.test(path),
    );
    assert.deepEqual(published, [], 'published or withdrew without consent');
    const small = proxy.noted.length;
    assert(small <= most.withoutPublish, `${small} requests without publish`);
    const second = await bookdist(['verify', proxy.address, ...everything, ...(await out())], key);
    assert.equal(second.code, 0, second.out + second.err);
    const whole = proxy.noted.length - small;
    assert(whole > small && whole <= most.withEverything, `${whole} requests with everything`);
    const depth = ['--depth', 'quick'];
    const third = await bookdist(
      ['verify', proxy.address, ...everything, ...depth, ...(await out())],
      key,
    );
    const quick = proxy.noted.length - small - whole;
    const proven = Number(/proven (\d+) of/.exec(third.out)?.[1]);
    assert(proven >= quicklyProven, `a quick run proves ${proven}`);
    assert(quick <= most.quick, `${quick} requests of a quick run`);
    const touched = proxy.noted.filter(
      ({ method, path }) => method !== 'GET' && foreign.some((id) => path.includes(id)),
    );
    assert.deepEqual(touched, [], 'changed a book that the run did not make');
    const leaked = proxy.noted.filter(({ to, withKey }) => to === 'storage' && withKey);
    assert.deepEqual(leaked, [], 'sent the key to storage');
    assert(proxy.noted.some(({ to }) => to === 'storage'));
  } finally {
    await proxy.end();
    await served.close();
  }
}

export const cleanup: readonly Claim[] = [
  {
    says: 'a run with every consent leaves the account as it was',
    prove: leftAsFound,
    inSample: false,
  },
  {
    says: 'after a run was killed, sweep restores the account',
    prove: killedAndSwept,
    inSample: true,
  },
  {
    says: 'a run publishes nothing without consent, changes no other book, sends no key to storage and stays within its requests',
    prove: nothingUnasked,
    inSample: true,
  },
];
