/** Claims on the Vitest binding: it passes on a correct sandbox, and fails on a faulty one with the reason. */
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { writtenFaults, type Fault } from '../../src/faults/index.ts';
import type { Claim } from './claim.ts';
import { node, serving, type Ended } from './command.ts';

const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')));

async function vitestAgainst(serve: readonly string[]): Promise<Ended> {
  const sandbox = await serving(['sandbox', '--port', '0', ...serve]);
  try {
    return await node([vitest, 'run', 'tests/contract', 'tests/property'], {
      DISTRIBUTION_URL: sandbox.address,
      DISTRIBUTION_API_KEY: 'sandbox-key',
      DISTRIBUTION_ALLOW: 'read,write,publish,delete',
    });
  } finally {
    await sandbox.end();
  }
}

async function green(): Promise<void> {
  const { code, out, err } = await vitestAgainst([]);
  assert.equal(code, 0, `${out}\n${err}`.slice(-4000));
}

/** Expects a failure whose output names a requirement that the fault breaks. */
async function red({ name, breaks }: Fault): Promise<void> {
  const { code, out, err } = await vitestAgainst(['--fault', name]);
  const output = out + err;
  assert.notEqual(code, 0, 'Vitest ended with 0');
  const named = breaks.some((id) => output.includes(id));
  assert(named, `Vitest names none of ${breaks.join(', ')}:\n${output.slice(-2000)}`);
}

/**
 * Over a socket, a run does not know the readings or deadlines of the service, so some faults could be
 * readings. `bookdist verify` knows those of its own sandbox.
 */
const withinSomeReading = new Set([
  'window-off-by-one',
  'published-book-deleted',
  'expired-url-works',
]);

const families = ['isbn.', 'chapters.', 'list.', 'publish.'];

/** The faults of the four families that the property suites cover. */
const seen = writtenFaults.filter(
  ({ name, breaks }) =>
    !withinSomeReading.has(name) &&
    families.some((family) => breaks[0]?.startsWith(family) === true),
);

export const vitestBinding: readonly Claim[] = [
  { says: 'Vitest passes on our sandbox over a socket', prove: green, inSample: true },
  ...seen.map((fault, index) => ({
    says: `Vitest fails on the fault ${fault.name}`,
    prove: async () => red(fault),
    inSample: index === 0,
  })),
];
