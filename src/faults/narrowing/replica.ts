/** Two sandboxes that answer alike, one with a fault: a difference between them is the fault's effect. */
import { apiPrefix } from '../../contract/spec.ts';
import { createClock, type SettableClock } from '../../sandbox/parts/index.ts';
import { sandboxNetwork } from '../../sandbox/index.ts';
import { rememberingStore } from '../../sandbox/store/index.ts';
import { createSandbox, type Sandbox } from '../../sandbox/index.ts';
import { openStore } from '../../sandbox/store/index.ts';
import type { Fault } from '../fault.ts';
import { createRandom, drawUuid } from './random.ts';

type Network = ReturnType<typeof sandboxNetwork>;

/** The first exchange that differs. */
export interface Effect {
  /** Counted from 1. */
  readonly request: number;
  /** Method and path, without ids and without the query's values. */
  readonly what: string;
}

export interface ReplicatedSandbox {
  readonly sandbox: Sandbox;
  /** Sends to both sandboxes, and returns the response of the one with the fault. */
  readonly network: Network;
  /** The first difference so far. */
  readonly effect: () => Effect | undefined;
  readonly close: () => Promise<void>;
}

export const origin = `http://sandbox.invalid${apiPrefix}`;
const storageOrigin = 'http://storage.invalid';

/** Opens a sandbox with a fault and its replica without one, on one clock and with the same ids. */
export async function openReplicatedSandbox(
  fault: Fault,
  clock: SettableClock = createClock(),
): Promise<ReplicatedSandbox> {
  const [sandbox, replica] = await Promise.all([open([fault]), open([])]);
  const [faulty, correct] = [
    sandboxNetwork(sandbox, storageOrigin),
    sandboxNetwork(replica, storageOrigin),
  ];
  const comparison = createComparison();
  const network: Network = async (url, sent) => {
    if (comparison.effect() !== undefined) return faulty(url, sent);
    const compare = comparison.begin(describe(sent.method, url));
    const [received, expected] = await Promise.all([faulty(url, sent), correct(url, sent)]);
    compare(await summarize(received), await summarize(expected));
    return received;
  };
  return {
    sandbox,
    network,
    effect: comparison.effect,
    close: async () => {
      await Promise.all([sandbox.close(), replica.close()]);
    },
  };

  async function open(faults: readonly Fault[]): Promise<Sandbox> {
    const random = createRandom(1);
    const store = rememberingStore(await openStore(undefined));
    // Both have to accept the upload URLs that one of them signed.
    await store.setting('secret', () => 'replica');
    return createSandbox({
      clock,
      store,
      faults,
      storageOrigin,
      newId: () => drawUuid(random),
      ...(fault.under === undefined ? {} : { readings: fault.under }),
    });
  }
}

interface Summary {
  readonly status: number;
  readonly whole: string;
}

async function summarize(received: Awaited<ReturnType<Network>>): Promise<Summary> {
  const { status } = received;
  const type = new Map(received.headers).get('content-type');
  return { status, whole: `${status} ${type} ${await received.text()}` };
}

interface Comparison {
  readonly begin: (what: string) => (received: Summary, expected: Summary) => void;
  readonly effect: () => Effect | undefined;
}

/** Compares responses; of overlapping requests only the statuses, because each sandbox may take them in another order. */
function createComparison(): Comparison {
  let requests = 0;
  let underWay = 0;
  let first: Effect | undefined;
  let batch: { readonly received: Summary; readonly expected: Summary }[] = [];
  return {
    effect: () => first,
    begin: (what) => {
      const request = (requests += 1);
      underWay += 1;
      return (received, expected) => {
        underWay -= 1;
        batch.push({ received, expected });
        if (underWay > 0) return;
        if (differ(batch)) first ??= { request, what };
        batch = [];
      };
    },
  };
}

function differ(
  batch: readonly { readonly received: Summary; readonly expected: Summary }[],
): boolean {
  const [only, second] = batch;
  if (only !== undefined && second === undefined)
    return only.received.whole !== only.expected.whole;
  const statuses = (side: 'received' | 'expected'): string =>
    batch
      .map((pair) => pair[side].status)
      .toSorted((one, other) => one - other)
      .join();
  return statuses('received') !== statuses('expected');
}

function describe(method: string, url: string): string {
  const { pathname, searchParams } = new URL(url);
  const path = pathname.replace(apiPrefix, '').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}');
  const names = [...new Set(searchParams.keys())].filter((name) => name !== 'signature');
  const query = pathname.startsWith('/uploads') ? [] : names;
  return `${method} ${path.replace(/external-id\/.*/, 'external-id/{id}')}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}
