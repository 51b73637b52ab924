/** Builds the parts of a sandbox from its options, readings and faults. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Contract } from '../contract/spec.ts';
import type { Account } from './book/index.ts';
import { type Answer, presentersFor, withHeaders } from './present/index.ts';
import { directoryBytes, memoryBytes, presignedUrls } from './bytes/index.ts';
import {
  type Measures,
  type SandboxParts,
  type SettableClock,
  createClock,
  overridden,
} from './parts/index.ts';
import { createChaos } from './chaos/index.ts';
import { admitUpload, operations } from './operations/index.ts';
import { type Readings, chooseReadings, rulesFor } from './readings/index.ts';
import { requestShapesOf } from './shapes/index.ts';
import { openStore, rememberingStore } from './store/index.ts';
import type { SandboxOptions } from './sandbox-options.ts';

interface Ingredients extends SandboxOptions {
  readonly found: (key: string) => Account | undefined;
  readonly contract: Contract;
}

/** The parts that do not depend on readings; all accounts of a sandbox share them. */
type SharedParts = Omit<SandboxParts, 'readings' | 'rules' | 'present' | 'reads' | 'transport'>;

/** The readings and faults of a sandbox, or of one account. */
export type Behaviour = Pick<SandboxOptions, 'readings' | 'faults'>;

/** Builds the parts, and the function that makes parts with the same store and another behaviour. */
export async function partsFor(options: Ingredients) {
  const clock = options.clock ?? createClock();
  // Report an invalid reading before anything is opened.
  chooseReadings(options.readings ?? {});
  const shared = await sharedParts(options, clock);
  const behaving = (behaviour: Behaviour) => assemble(shared, behaviour);
  const parts = behaving(options);
  await followDeleteEffect(parts);
  return { parts, clock, behaving };
}

async function sharedParts(options: Ingredients, clock: SettableClock): Promise<SharedParts> {
  const { data, storageOrigin = 'http://storage.sandbox.invalid' } = options;
  const file = data === undefined ? undefined : join(data, 'books.db');
  const store = options.store ?? rememberingStore(await openStore(file));
  const bytes =
    options.bytes ??
    (data === undefined ? memoryBytes() : await directoryBytes(join(data, 'files')));
  const secret = await store.setting('secret', randomUUID);
  return {
    chaos: createChaos(),
    clock,
    newId: options.newId ?? randomUUID,
    measures: measuresOf(options),
    shapes: requestShapesOf(options.contract),
    store,
    bytes,
    urls: presignedUrls(secret, () =>
      typeof storageOrigin === 'string' ? storageOrigin : storageOrigin(),
    ),
    accountOf: options.found,
    operations,
    admitUpload,
  };
}

function assemble(shared: SharedParts, { readings: chosen = {}, faults = [] }: Behaviour) {
  const readings = chooseReadings(chosen);
  const rules = rulesFor(readings);
  const inForce = { rules };
  const plain: SandboxParts = {
    ...shared,
    readings,
    rules,
    present: presentersFor(readings, () => inForce.rules),
    reads: new WeakMap(),
    transport: charsetTransport(readings),
  };
  const parts = faults.reduce((made, { override }) => overridden(made, override(made)), plain);
  inForce.rules = parts.rules;
  return parts;
}

function measuresOf({
  uploadLifetimeMs = 15 * 60_000,
  reviewMs = 10_000,
  lagMs = 2_000,
  bodyLimit = 4 * 1024 * 1024,
  valueLimit = 10_000,
}: Partial<Measures>): Measures {
  return { uploadLifetimeMs, reviewMs, lagMs, bodyLimit, valueLimit };
}

/** Adds a charset to JSON media types, or not. */
function charsetTransport(readings: Readings): SandboxParts['transport'] {
  if (readings['error.charset'] === 'absent') return (answer: Answer) => answer;
  return (answer: Answer) => {
    const type = answer.headers['content-type'];
    return type?.includes('json') === true
      ? withHeaders(answer, { 'content-type': `${type}; charset=utf-8` })
      : answer;
  };
}

/** Under one reading, lists show deleted books. When that reading changes, only those are updated. */
async function followDeleteEffect({ store, readings }: SandboxParts): Promise<void> {
  const now = readings['delete.effect'];
  if ((await store.setting('delete.effect', () => now)) === now) return;
  await store.listDeleted(now === 'tombstone');
  await store.writeSetting('delete.effect', now);
}
