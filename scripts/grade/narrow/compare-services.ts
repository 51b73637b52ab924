/** Sends every request to two services that should respond alike, and records the first difference. */
import { apiPrefix } from '../../../src/contract/spec.ts';
import type { Network } from '../../../tests/support/own-runs/sandbox-network.ts';
import type { Readings } from '../../../src/sandbox/readings/index.ts';

/** The first exchange that differs. */
export interface Effect {
  /** Counted from 1. */
  readonly request: number;
  /** Method and path, without ids and without the query's values. */
  readonly call: string;
}

/** A service with a fault, next to the same service without it. */
export interface ComparedService {
  readonly apiKey: string;
  /** Address and prefix, without a slash at the end. */
  readonly baseUrl: string;
  readonly readings: Readings;
  /** Sends a request to both, and returns the response of the service with the fault. */
  readonly network: Network;
  /** The first difference so far. */
  readonly effect: () => Effect | undefined;
  /** The last request whose response could be compared; undefined while all can be. */
  readonly comparedUntil: () => number | undefined;
  readonly close: () => Promise<void>;
}

/** Sends requests to both networks until a response differs; from then on only to the first. */
export function compareNetworks(
  faulty: Network,
  correct: Network,
): Pick<ComparedService, 'network' | 'effect' | 'comparedUntil'> {
  const { begin, effect, comparedUntil } = createComparison();
  return {
    effect,
    comparedUntil,
    network: async (url, request) => {
      if (effect() !== undefined || comparedUntil() !== undefined) return faulty(url, request);
      const compare = begin(describeCall(request.method, url));
      const [received, expected] = await Promise.all([faulty(url, request), correct(url, request)]);
      const text = await received.text();
      compare(
        summarizeResponse(received, text),
        summarizeResponse(expected, await expected.text()),
      );
      // A body can be read only once.
      return { status: received.status, headers: [...received.headers], text: async () => text };
    },
  };
}

interface Summary {
  readonly status: number;
  readonly text: string;
}

function summarizeResponse(
  { status, headers }: Pick<Awaited<ReturnType<Network>>, 'status' | 'headers'>,
  text: string,
): Summary {
  const type = new Map(headers).get('content-type');
  return { status, text: `${status} ${type} ${text}` };
}

interface Comparison {
  readonly begin: (call: string) => (received: Summary, expected: Summary) => void;
  readonly effect: () => Effect | undefined;
  readonly comparedUntil: () => number | undefined;
}

/**
 * Compares responses. Each service may handle overlapping requests in another order. Then only their statuses can be
 * compared, and nothing after them, because the services no longer have the same state.
 */
function createComparison(): Comparison {
  let requests = 0;
  let pending = 0;
  let first: Effect | undefined;
  let comparedUntil: number | undefined;
  let batch: { readonly received: Summary; readonly expected: Summary }[] = [];
  return {
    effect: () => first,
    comparedUntil: () => comparedUntil,
    begin: (call) => {
      const request = (requests += 1);
      pending += 1;
      return (received, expected) => {
        pending -= 1;
        batch.push({ received, expected });
        if (pending > 0) return;
        if (comparedUntil === undefined) {
          if (hasDifference(batch)) first ??= { request, call };
          else if (hasOtherOrder(batch)) comparedUntil = requests;
        }
        batch = [];
      };
    },
  };
}

type Batch = readonly { readonly received: Summary; readonly expected: Summary }[];

function hasDifference(batch: Batch): boolean {
  const [only, second] = batch;
  if (only !== undefined && second === undefined) return only.received.text !== only.expected.text;
  const statuses = (side: 'received' | 'expected'): string =>
    batch
      .map((pair) => pair[side].status)
      .toSorted((a, b) => a - b)
      .join();
  return statuses('received') !== statuses('expected');
}

/** Returns whether the services handled overlapping requests in different orders, which shows in ids and stored values. */
function hasOtherOrder(batch: Batch): boolean {
  return batch.some(({ received, expected }) => received.text !== expected.text);
}

function describeCall(method: string, url: string): string {
  const { pathname, searchParams } = new URL(url);
  const path = pathname.replace(apiPrefix, '').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '{id}');
  const names = [...new Set(searchParams.keys())].filter((name) => name !== 'signature');
  const query = method === 'PUT' ? [] : names;
  return `${method} ${path.replace(/external-id\/.*/, 'external-id/{id}')}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}
