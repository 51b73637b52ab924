/** Claims on clean-up and consent: a run leaves the account as it was, and does only what it may do. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ServedSandbox, serveSandbox } from '../../src/sandbox/index.ts';
import type { Claim } from './claim.ts';
import { bookdist, createReportsFolder } from './command.ts';
import { startCountingProxy } from './counting-proxy.ts';
import { createBooks } from './other-clients.ts';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const fullConsent = ['--allow', 'read,write,publish,delete', '--rate', '2000'];

/** The maximum number of requests: of a run without and with consent to publish, and of a quick run. */
const maxRequests = { withoutPublish: 1_000, withEverything: 1_500, quick: 400 } as const;

/** The minimum number of requirements that a quick run proves: four fifths of 201. */
const minProvenQuickly = 161;

/** Starts a sandbox with books of another client. */
async function startWithBooks(): Promise<{
  server: ServedSandbox;
  otherClientIds: readonly string[];
}> {
  const server = await serveSandbox();
  return { server, otherClientIds: await createBooks(server, 5) };
}

/** Returns all listed books as text. */
async function listAccount({ url, key }: ServedSandbox): Promise<string> {
  const headers = { apikey: key };
  const response = await fetch(`${url}/v2/distribution/books?perPage=100`, { headers });
  return response.text();
}

async function proveUnchanged(): Promise<void> {
  const { server } = await startWithBooks();
  try {
    const booksBefore = await listAccount(server);
    const key = { DISTRIBUTION_API_KEY: server.key };
    const out = ['--out', await createReportsFolder()];
    const { code, out: output } = await bookdist(
      ['verify', server.url, ...fullConsent, ...out],
      key,
    );
    assert.equal(code, 0, output);
    assert.equal(await listAccount(server), booksBefore);
  } finally {
    await server.close();
  }
}

async function proveSweep(): Promise<void> {
  const { server } = await startWithBooks();
  const folder = await createReportsFolder();
  try {
    const booksBefore = await listAccount(server);
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', main, 'verify', server.url, ...fullConsent, '--out', folder],
      { env: { PATH: '/usr/bin', DISTRIBUTION_API_KEY: server.key }, stdio: 'ignore' },
    );
    const exit = new Promise((resolve) => child.once('exit', resolve));
    while ((await server.sandbox.books()).length < 60) {
      assert.equal(child.exitCode, null, 'the run ended before it created sixty books');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    child.kill('SIGKILL');
    await exit;
    assert.notEqual(await listAccount(server), booksBefore, 'the killed run left nothing to sweep');
    const [journal] = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
    assert(journal, 'the killed run left no journal of its books');
    const sweep = await bookdist(
      ['sweep', join(folder, journal), '--allow', 'write,publish', '--rate', '2000'],
      { DISTRIBUTION_API_KEY: server.key },
    );
    assert.equal(sweep.code, 0, sweep.out + sweep.err);
    assert.equal(await listAccount(server), booksBefore);
  } finally {
    await server.close();
  }
}

async function proveConsent(): Promise<void> {
  const { server, otherClientIds } = await startWithBooks();
  const proxy = await startCountingProxy(server.url, server.storageUrl);
  const verify = async (...options: readonly string[]) => {
    const countBefore = proxy.requests.length;
    const out = ['--out', await createReportsFolder()];
    const result = await bookdist(['verify', proxy.address, ...options, ...out], {
      DISTRIBUTION_API_KEY: server.key,
    });
    assert.equal(result.code, 0, result.out + result.err);
    return { requests: proxy.requests.length - countBefore, output: result.out };
  };
  try {
    const withoutPublish = await verify('--allow', 'read,write,delete', '--rate', '2000');
    const publishRequests = proxy.requests.filter(
      ({ method, path }) => method === 'POST' && /\/(un)?publish$/.test(path),
    );
    assert.deepEqual(publishRequests, [], 'published or withdrew a book without consent');
    expectAtMost(withoutPublish.requests, maxRequests.withoutPublish);
    const withEverything = await verify(...fullConsent);
    assert(
      withEverything.requests > withoutPublish.requests,
      'a run with consent to publish sent no more requests',
    );
    expectAtMost(withEverything.requests, maxRequests.withEverything);
    const quickRun = await verify(...fullConsent, '--depth', 'quick');
    expectMostProven(quickRun.output);
    expectAtMost(quickRun.requests, maxRequests.quick);
    const foreignChanges = proxy.requests.filter(
      ({ method, path }) => method !== 'GET' && otherClientIds.some((id) => path.includes(id)),
    );
    assert.deepEqual(foreignChanges, [], 'changed a book that the run did not create');
    const leakingRequests = proxy.requests.filter(({ to, hasKey }) => to === 'storage' && hasKey);
    assert.deepEqual(leakingRequests, [], 'sent the key to storage');
    assert(proxy.requests.some(({ to }) => to === 'storage'));
  } finally {
    await proxy.end();
    await server.close();
  }
}

function expectMostProven(output: string): void {
  const provenCount = Number(/proven (\d+) of/.exec(output)?.[1]);
  assert(provenCount >= minProvenQuickly, `a quick run proves ${provenCount}`);
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
