/** The services for `npm run grade -- --narrow`, each with a copy of itself that has no fault. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isObject } from '../../../src/contract/json-pointer.ts';
import { explainsDrift, type Fault } from '../../../src/faults/fault.ts';
import { faults } from '../../../src/faults/index.ts';
import { findFault, operators, neverShow } from '../../../src/faults/narrowing/index.ts';
import {
  type Network,
  createSandboxNetwork,
} from '../../../tests/support/own-runs/sandbox-network.ts';
import { createUuids, shuffle } from '../../../tests/support/random.ts';
import type { SettableClock } from '../../../src/sandbox/parts/index.ts';
import { WrongUsage } from '../../../src/cli/shell/index.ts';
import { apiPrefix } from '../../../src/contract/spec.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';
import { openStore, createCachingStore } from '../../../src/sandbox/store/index.ts';
import { compareNetworks, type ComparedService } from './compare-services.ts';

/** A narrowed fault, with a function that starts the service with and without it. */
export interface NarrowedFault {
  readonly description: string;
  readonly breaks: readonly string[];
  readonly explains: (requirement: string) => boolean;
  /** If no response differs after this many random moves, the fault cannot show. */
  readonly maxMoves: number;
  readonly openServices: (clock: SettableClock) => Promise<ComparedService>;
}

/** A service with its own narrowed faults. */
interface FaultyService {
  /** Names of narrowed faults in an order drawn by seed. */
  readonly listNames: (seed: number) => readonly string[];
  readonly find: (name: string) => NarrowedFault;
}

const ownSandbox: FaultyService = {
  listNames: shuffleNarrowedFaults,
  find: (name) => {
    const fault = findFault(name);
    if (fault === undefined) throw new WrongUsage(`There is no narrowed fault "${name}".`);
    return {
      description: fault.description,
      breaks: fault.breaks,
      maxMoves: 1500,
      explains: (requirement) => explainsDrift(fault, requirement),
      openServices: async (clock) => openSandboxPair(fault, clock),
    };
  },
};

/** Returns the names of all faults narrowed by one operator, in an order that depends on the seed alone. */
export function shuffleNarrowedFaults(seed: number): readonly string[] {
  const names = faults
    .filter(({ breaks }) => breaks.length > 0)
    .flatMap((fault) => operators.map((operator) => `${fault.name}@${operator.name}`));
  return shuffle(names, seed);
}

/** The exports of a module given with `--service`. */
interface ServiceModule {
  /** Narrowed faults by name. */
  readonly narrowedFaults: Readonly<
    Record<string, { readonly description: string; readonly breaks: readonly string[] }>
  >;
  /** Starts the service with or without the fault. */
  readonly startNarrowed: (options: {
    readonly name: string;
    readonly faultActive: boolean;
    readonly now: () => number;
    readonly newId: () => string;
  }) => Promise<{
    readonly url: string;
    readonly storageUrl: string;
    readonly key: string;
    readonly close: () => Promise<void>;
  }>;
}

/**
 * Returns the sandbox, or the service of a module.
 * @throws WrongUsage if the module does not export `narrowedFaults` and `startNarrowed`
 */
export async function openFaultyService(module: string | undefined): Promise<FaultyService> {
  if (module === undefined) return ownSandbox;
  const { narrowedFaults, startNarrowed } = await importService(module);
  return {
    listNames: (seed) => shuffle(Object.keys(narrowedFaults), seed),
    find: (name) => {
      const fault = narrowedFaults[name];
      if (fault === undefined) throw new WrongUsage(`${module} has no fault "${name}".`);
      return {
        ...fault,
        // Over HTTP a move takes several times as long as in process.
        maxMoves: 400,
        explains: (requirement) => fault.breaks.includes(requirement),
        openServices: async (clock) => openPair(startNarrowed, name, clock),
      };
    },
  };
}

/** Starts the service of a module as it is without any of its faults. */
export async function startWithoutFault(
  module: string,
  options: Pick<Parameters<ServiceModule['startNarrowed']>[0], 'now' | 'newId'>,
): Promise<StartedService> {
  const { narrowedFaults, startNarrowed } = await importService(module);
  const [name = ''] = Object.keys(narrowedFaults);
  return startNarrowed({ ...options, name, faultActive: false });
}

async function importService(module: string): Promise<ServiceModule> {
  const exports: unknown = await import(pathToFileURL(resolve(module)).href).catch(
    (error: unknown) => {
      throw new WrongUsage(`--service ${module} cannot be loaded: ${String(error)}`);
    },
  );
  if (!isServiceModule(exports)) {
    throw new WrongUsage(`--service ${module} must export narrowedFaults and startNarrowed.`);
  }
  return exports;
}

function isServiceModule(value: unknown): value is ServiceModule {
  if (typeof value !== 'object' || value === null) return false;
  const { narrowedFaults, startNarrowed }: { narrowedFaults?: unknown; startNarrowed?: unknown } =
    value;
  return isObject(narrowedFaults) && typeof startNarrowed === 'function';
}

type StartedService = Awaited<ReturnType<ServiceModule['startNarrowed']>>;

/** Starts the service with and without the fault, on one clock and with the same ids. */
async function openPair(
  start: ServiceModule['startNarrowed'],
  name: string,
  clock: SettableClock,
): Promise<ComparedService> {
  const startService = async (faultActive: boolean): Promise<StartedService> =>
    start({ name, faultActive, now: clock.now, newId: createUuids(1) });
  const [faulty, correct] = await Promise.all([startService(true), startService(false)]);
  return {
    ...compareNetworks(createHttpNetwork(faulty, faulty), createHttpNetwork(faulty, correct)),
    baseUrl: `${faulty.url}/v2/distribution`,
    apiKey: faulty.key,
    close: async () => {
      await Promise.all([faulty.close(), correct.close()]);
    },
  };
}

/** Creates a network that sends requests for one service to another, and replaces its addresses in responses. */
function createHttpNetwork(
  addressedService: StartedService,
  calledService: StartedService,
): Network {
  const replaceAddresses = (text: string, from: StartedService, to: StartedService): string =>
    text.replaceAll(from.storageUrl, to.storageUrl).replaceAll(from.url, to.url);
  return async (url, request) => {
    const response = await fetch(replaceAddresses(url, addressedService, calledService), {
      ...request,
    });
    const text = replaceAddresses(await response.text(), calledService, addressedService);
    const { status, headers } = response;
    return { status, headers: [...headers], text: async () => text };
  };
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
