/** Claims on fairness around midnight, with slow responses, 429s and a busy account. */
import assert from 'node:assert/strict';
import { createClock } from '../../src/sandbox/parts/index.ts';
import { serveSandbox } from '../../src/sandbox/index.ts';
import type { Claim } from './claim.ts';
import { createBooks, editBooks } from './other-clients.ts';
import { bookdist, listDriftingRequirements, readReport, createReportsFolder } from './command.ts';
import { startCountingProxy, type Disturbance } from './counting-proxy.ts';

const fullConsent = ['--allow', 'read,write,publish,delete', '--rate', '2000'];

/** Verifies a service at an address with a fresh seed, and expects no drift. */
async function verifyWithoutDrift(address: string, key: string): Promise<void> {
  const out = await createReportsFolder();
  const result = await bookdist(['verify', address, ...fullConsent, '--out', out], {
    DISTRIBUTION_API_KEY: key,
  });
  assert.deepEqual(listDriftingRequirements(await readReport(out)), [], result.out);
  assert.equal(result.code, 0, result.out + result.err);
}

async function proveAtTime(time: string): Promise<void> {
  const clock = createClock();
  clock.set(Date.parse(time));
  const server = await serveSandbox({ clock });
  try {
    await verifyWithoutDrift(server.url, server.key);
  } finally {
    await server.close();
  }
}

/** Lets the command start the sandbox itself, so that the run knows the clock and the readings. */
async function proveOwnAtTime(time: string): Promise<void> {
  const out = await createReportsFolder();
  const result = await bookdist(['verify', '--clock', time, '--out', out]);
  assert.equal(result.code, 0, result.out + result.err);
}

/** Disturbs one response in twenty: delays one, and replaces the next by a 429. */
function disturbResponses(): Disturbance {
  let count = 0;
  return {
    next: () => {
      count += 1;
      if (count % 40 === 0) return { instead: 429 };
      return count % 40 === 20 ? { delay: 300 } : {};
    },
  };
}

async function proveLateResponses(): Promise<void> {
  const server = await serveSandbox();
  const proxy = await startCountingProxy(server.url, server.storageUrl, disturbResponses());
  try {
    await verifyWithoutDrift(proxy.address, server.key);
    const busyCount = proxy.requests.filter(({ status }) => status === 429).length;
    assert(busyCount > 20, `only ${busyCount} requests got a 429`);
  } finally {
    await proxy.end();
    await server.close();
  }
}

/** Verifies a service while another client creates books of the same account and edits two hundred of them. */
async function proveOtherClient(): Promise<void> {
  const server = await serveSandbox();
  const stop = new AbortController();
  try {
    const ids = await createBooks(server, 200);
    const otherClient = editBooks(server, ids, stop.signal);
    await verifyWithoutDrift(server.url, server.key);
    stop.abort();
    const editCount = await otherClient;
    assert(editCount > 100, `the other client edited only ${editCount} times`);
  } finally {
    stop.abort();
    await server.close();
  }
}

const midnights = [
  '2026-12-31T23:59:50Z',
  '2027-01-01T00:00:10Z',
  '2028-02-28T23:59:50Z',
  '2028-02-29T00:00:10Z',
  '2028-02-29T23:59:50Z',
  '2027-04-30T23:59:50Z',
  '2027-03-01T00:00:10Z',
];

export const fairness: readonly Claim[] = [
  ...midnights.map((time, index) => ({
    says: `no drift on a service whose clock began at ${time}`,
    prove: async () => proveAtTime(time),
    inSample: index === 0,
  })),
  ...midnights.slice(0, 4).map((time) => ({
    says: `no drift on our own sandbox when its clock began at ${time}`,
    prove: async () => proveOwnAtTime(time),
    inSample: false,
  })),
  ...[1, 2, 3].map((round) => ({
    says: `no drift when one response in twenty is late or a 429, round ${round}`,
    prove: proveLateResponses,
    inSample: round === 1,
  })),
  ...[1, 2, 3].map((round) => ({
    says: `no drift while another client creates and edits books, round ${round}`,
    prove: proveOtherClient,
    inSample: round === 1,
  })),
];
