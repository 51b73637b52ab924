/** Builds the parts of a sandbox from its options, readings and faults. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Contract } from '../contract/spec.ts';
import type { Account } from './book/index.ts';
import { type Answer, createPresenters, withHeaders } from './present/index.ts';
import { directoryBytes, memoryBytes, presignedUrls } from './bytes/index.ts';
import {
  type Limits,
  type SandboxParts,
  type SettableClock,
  createClock,
  applyOverride,
} from './parts/index.ts';
import { createChaos } from './chaos/index.ts';
import { admitUpload, operations } from './operations/index.ts';
import { type Readings, chooseReadings, chooseRules } from './readings/index.ts';
import { getRequestShapes } from './shapes/index.ts';
import { openStore, createCachingStore } from './store/index.ts';
import type { SandboxOptions } from './sandbox-options.ts';

interface PartsOptions extends SandboxOptions {
  readonly findAccount: (key: string) => Account | undefined;
  readonly contract: Contract;
}

/** The parts that do not depend on readings; all accounts of a sandbox share them. */
type SharedParts = Omit<
  SandboxParts,
  'readings' | 'rules' | 'present' | 'bookAnswers' | 'transport'
>;

/** The readings and faults of a sandbox, or of one account. */
export type Behaviour = Pick<SandboxOptions, 'readings' | 'faults'>;

/** Builds the parts, and the function that makes parts with the same store and another behaviour. */
export async function buildParts(options: PartsOptions) {
  const clock = options.clock ?? createClock();
  // Report an invalid reading before anything is opened.
  chooseReadings(options.readings ?? {});
  const shared = await buildSharedParts(options, clock);
  const behaving = (behaviour: Behaviour) => assemble(shared, behaviour);
  const parts = behaving(options);
  await updateListedDeleted(parts);
  return { parts, clock, behaving };
}

async function buildSharedParts(options: PartsOptions, clock: SettableClock): Promise<SharedParts> {
  const { data, storageOrigin = 'http://storage.sandbox.invalid' } = options;
  const file = data === undefined ? undefined : join(data, 'books.db');
  const store = options.store ?? createCachingStore(await openStore(file));
  const bytes =
    options.bytes ??
    (data === undefined ? memoryBytes() : await directoryBytes(join(data, 'files')));
  const secret = await store.readSetting('secret', randomUUID);
  return {
    chaos: createChaos(),
    clock,
    newId: options.newId ?? randomUUID,
    limits: completeLimits(options),
    shapes: getRequestShapes(options.contract),
    store,
    bytes,
    urls: presignedUrls(secret, () =>
      typeof storageOrigin === 'string' ? storageOrigin : storageOrigin(),
    ),
    findAccount: options.findAccount,
    operations,
    admitUpload,
  };
}

function assemble(shared: SharedParts, { readings: chosen = {}, faults = [] }: Behaviour) {
  const readings = chooseReadings(chosen);
  const rules = chooseRules(readings);
  const current = { rules };
  const withoutFaults: SandboxParts = {
    ...shared,
    readings,
    rules,
    present: createPresenters(readings, () => current.rules),
    bookAnswers: new WeakMap(),
    transport: createTransport(readings),
  };
  const parts = faults.reduce(
    (result, { override }) => applyOverride(result, override(result)),
    withoutFaults,
  );
  current.rules = parts.rules;
  return parts;
}

function completeLimits({
  uploadLifetimeMs = 15 * 60_000,
  reviewMs = 10_000,
  lagMs = 2_000,
  bodyLimit = 4 * 1024 * 1024,
  valueLimit = 10_000,
}: Partial<Limits>): Limits {
  return { uploadLifetimeMs, reviewMs, lagMs, bodyLimit, valueLimit };
}

/** Adds a charset to JSON media types, or not. */
function createTransport(readings: Readings): SandboxParts['transport'] {
  if (readings['error.charset'] === 'absent') return (answer: Answer) => answer;
  return (answer: Answer) => {
    const type = answer.headers['content-type'];
    return type?.includes('json') === true
      ? withHeaders(answer, { 'content-type': `${type}; charset=utf-8` })
      : answer;
  };
}

/** Under one reading, lists show deleted books. Updates only these when that reading has changed. */
async function updateListedDeleted({ store, readings }: SandboxParts): Promise<void> {
  const reading = readings['delete.effect'];
  if ((await store.readSetting('delete.effect', () => reading)) === reading) return;
  await store.setDeletedListed(reading === 'tombstone');
  await store.writeSetting('delete.effect', reading);
}
