/** Builds the parts of a sandbox from its options, readings and faults, which can change for single accounts. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Contract } from '../contract/spec.ts';
import type { Account } from './book/index.ts';
import { type SandboxResponse, createPresenters, withHeaders } from './present/index.ts';
import { openDirectoryStorage, createMemoryStorage, createPresignedUrls } from './bytes/index.ts';
import {
  type Parts,
  type SettableClock,
  createClock,
  applyOverride,
} from './replaceable-parts/index.ts';
import { createChaos } from './chaos.ts';
import * as operations from './operations/index.ts';
import { type Readings, chooseReadings, chooseRules } from './readings/index.ts';
import { createRequestShapes } from './shapes/index.ts';
import { openStore, createCachingStore } from './store/index.ts';
import type { SandboxOptions } from './sandbox-options.ts';

interface PartsOptions extends SandboxOptions {
  readonly findAccount: (key: string) => Account | undefined;
  readonly contract: Contract;
}

const { admitUpload, ...keyedOperations } = operations;

/** The parts that do not depend on readings; all accounts of a sandbox share them. */
type SharedParts = Omit<Parts, 'readings' | 'rules' | 'present' | 'bookResponses' | 'transport'>;

export type Behaviour = Pick<SandboxOptions, 'readings' | 'faults'>;

export async function buildParts(options: PartsOptions) {
  const clock = options.clock ?? createClock();
  // Throws for an invalid reading before anything is opened.
  chooseReadings(options.readings ?? {});
  const sharedParts = await buildSharedParts(options, clock);
  const createParts = (behaviour: Behaviour, accountClock: SettableClock = clock) =>
    assemble({ ...sharedParts, clock: accountClock }, behaviour);
  return { parts: createParts(options), clock, createParts };
}

async function buildSharedParts(options: PartsOptions, clock: SettableClock): Promise<SharedParts> {
  const { data, storageOrigin = 'http://storage.sandbox.invalid' } = options;
  const file = data === undefined ? undefined : join(data, 'books.db');
  const store = options.store ?? createCachingStore(await openStore(file));
  const bytes =
    options.bytes ??
    (data === undefined ? createMemoryStorage() : await openDirectoryStorage(join(data, 'files')));
  const secret = await store.readSetting('secret', randomUUID);
  return {
    chaos: createChaos(),
    clock,
    newId: options.newId ?? randomUUID,
    durations: {
      uploadLifetimeMs: options.uploadLifetimeMs ?? 15 * 60_000,
      reviewMs: options.reviewMs ?? 10_000,
      lagMs: options.lagMs ?? 2_000,
    },
    shapes: createRequestShapes(options.contract),
    contract: options.contract,
    store,
    bytes,
    urls: createPresignedUrls(secret, (requestUrl) =>
      typeof storageOrigin === 'string' ? storageOrigin : storageOrigin(requestUrl),
    ),
    isPrepared: options.isPrepared ?? (() => true),
    findAccount: options.findAccount,
    operations: keyedOperations,
    admitUpload,
  };
}

function assemble(sharedParts: SharedParts, { readings: chosen = {}, faults = [] }: Behaviour) {
  const readings = chooseReadings(chosen);
  const rules = chooseRules(readings);
  const current = { rules };
  const base: Parts = {
    ...sharedParts,
    readings,
    rules,
    present: createPresenters(readings, () => current.rules, sharedParts.contract),
    bookResponses: new WeakMap(),
    transport: createTransport(readings),
  };
  const parts = faults.reduce(
    (result, fault) => applyOverride(result, fault.override(result)),
    base,
  );
  current.rules = parts.rules;
  return parts;
}

/** Returns the transport, which adds a charset to JSON media types unless the reading says otherwise. */
function createTransport(readings: Readings): Parts['transport'] {
  if (readings['error.charset'] === 'absent') return (response: SandboxResponse) => response;
  return (response: SandboxResponse) => {
    const type = response.headers['content-type'];
    return type?.includes('json') === true
      ? withHeaders(response, { 'content-type': `${type}; charset=utf-8` })
      : response;
  };
}
