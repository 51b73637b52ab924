/** Opens two sandboxes that differ only in a fault, so that every difference between their responses is its effect. */
import { apiPrefix } from '../../../src/contract/spec.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';
import type { SettableClock } from '../../../src/sandbox/parts/index.ts';
import { openStore, createCachingStore } from '../../../src/sandbox/store/index.ts';
import type { Fault } from '../../../src/faults/fault.ts';
import { neverShow } from '../../../src/faults/narrowing/index.ts';
import { createSandboxNetwork } from '../../../tests/support/own-runs/sandbox-network.ts';
import { compareNetworks, type ComparedService } from './compare-services.ts';
import { createUuids } from '../../../tests/support/random.ts';

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

  async function open(faults: readonly Fault[]): Promise<Sandbox> {
    const store = createCachingStore(await openStore());
    // Each must accept the upload URLs that the other one signed.
    await store.readSetting('secret', () => 'replica');
    return createSandbox({
      clock,
      store,
      faults,
      storageOrigin,
      newId: createUuids(1),
      ...(fault.readings === undefined ? {} : { readings: fault.readings }),
    });
  }
}
