/** Claims on fairness around midnight, with slow responses, 429s and a busy account. */
import assert from 'node:assert/strict';
import { createClock } from '../../src/sandbox/parts/index.ts';
import { serveSandbox } from '../../src/sandbox/index.ts';
import type { Claim } from './claim.ts';
import { createBooks, editBooks } from './other-clients.ts';
import { bookdist, readReport, reportsFolder } from './command.ts';
import { startCountingProxy, type Disturbance } from './counting-proxy.ts';
import { listDriftingRequirements } from './report-rows.ts';

const everything = ['--allow', 'read,write,publish,delete', '--rate', '2000'];

/** Verifies a service at an address, with its own seed. */
async function verifyWithoutDrift(address: string, key: string): Promise<void> {
  const out = await reportsFolder();
  const ended = await bookdist(['verify', address, ...everything, '--out', out], {
    DISTRIBUTION_API_KEY: key,
  });
  assert.deepEqual(listDriftingRequirements(await readReport(out)), [], ended.out);
  assert.equal(ended.code, 0, ended.out + ended.err);
}

async function proveAtTime(time: string): Promise<void> {
  const clock = createClock();
  clock.set(Date.parse(time));
  const served = await serveSandbox({ clock });
  try {
    await verifyWithoutDrift(served.url, served.key);
  } finally {
    await served.close();
  }
}

/** The same with the command's own sandbox, whose clock and readings the run knows. */
async function proveOwnAtTime(time: string): Promise<void> {
  const out = await reportsFolder();
  const ended = await bookdist(['verify', '--clock', time, '--out', out]);
  assert.equal(ended.code, 0, ended.out + ended.err);
}

/** Delays one response in twenty, or replaces it by a 429. */
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
  const served = await serveSandbox();
  const proxy = await startCountingProxy(served.url, served.storageUrl, disturbResponses());
  try {
    await verifyWithoutDrift(proxy.address, served.key);
    const busy = proxy.noted.filter(({ status }) => status === 429).length;
    assert(busy > 20, `only ${busy} requests got a 429`);
  } finally {
    await proxy.end();
    await served.close();
  }
}

/** Another client creates and edits two hundred books of the account during the run. */
async function proveOtherClient(): Promise<void> {
  const served = await serveSandbox();
  const stop = new AbortController();
  try {
    const ids = await createBooks(served, 200);
    const busy = editBooks(served, ids, stop.signal);
    await verifyWithoutDrift(served.url, served.key);
    stop.abort();
    const edits = await busy;
    assert(edits > 100, `the other client edited only ${edits} times`);
  } finally {
    stop.abort();
    await served.close();
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

/** Together with the five fresh seeds of another claim, these are more than twenty runs. */
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
