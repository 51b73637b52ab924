/** A sandbox with a narrowed fault, next to a sandbox without it. */
import { apiPrefix } from '../../../src/contract/spec.ts';
import { faults, type Fault } from '../../../src/faults/index.ts';
import { operators, neverShow } from '../../../src/faults/narrowing/index.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';
import type { SettableClock } from '../../../src/sandbox/replaceable-parts/index.ts';
import { openStore, createCachingStore } from '../../../src/sandbox/store/index.ts';
import { createSandboxNetwork } from '../../../tests/support/own-runs/sandbox-network.ts';
import { createUuids, shuffle } from '../../../tests/support/random.ts';
import { compareNetworks, type ComparedService } from './compare-services.ts';

/** Returns the names of all faults narrowed by one operator, in an order that depends on the seed alone. */
export function shuffleNarrowedFaults(seed: number): readonly string[] {
  const names = faults
    .filter(({ breaks }) => breaks.length > 0)
    .flatMap((fault) => operators.map((operator) => `${fault.name}@${operator.name}`));
  return shuffle(names, seed);
}

const storageOrigin = 'http://storage.invalid';

/** The sandboxes share a clock and create the same ids. */
export async function openSandboxPair(
  fault: Fault,
  clock: SettableClock,
): Promise<ComparedService> {
  const [sandbox, replica] = await Promise.all([open([fault]), open([neverShow(fault)])]);
  return {
    ...compareNetworks(
      createSandboxNetwork(sandbox, storageOrigin),
      createSandboxNetwork(replica, storageOrigin),
    ),
    baseUrl: `http://sandbox.invalid${apiPrefix}`,
    apiKey: sandbox.keys[0] ?? '',
    readings: sandbox.readings,
    close: async () => {
      await Promise.all([sandbox.close(), replica.close()]);
    },
  };

  async function open(ownFaults: readonly Fault[]): Promise<Sandbox> {
    const store = createCachingStore(await openStore());
    // Each must accept the upload URLs that the other one signed.
    await store.readSetting('secret', () => 'replica');
    return createSandbox({
      clock,
      store,
      faults: ownFaults,
      storageOrigin,
      newId: createUuids(1),
      ...(fault.readings === undefined ? {} : { readings: fault.readings }),
    });
  }
}
