/** A whole book distribution service inside a test: without network, with a clock that the test controls. */
import { completeAddress } from '../client/transport/index.ts';
import type { OperationId } from '../contract/operations.ts';
import { apiPrefix, readContract } from '../contract/spec.ts';
import type { SettableClock } from '../sandbox/parts/index.ts';
import { type Sandbox, type SandboxOptions, createSandbox } from '../sandbox/index.ts';
import { createResponse, type DocumentedAnswer } from './documented-answers.ts';

export interface TestingOptions extends Omit<SandboxOptions, 'data' | 'storageOrigin'> {
  /** The address that your program uses; `http://distribution.test` by default. */
  readonly baseUrl?: string;
  /** The origin of upload URLs; `http://storage.test` by default. */
  readonly storageUrl?: string;
}

/** Calls like the global `fetch`. */
export type TestingFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** One request that reached the service, and how it ended. */
export interface Exchanged {
  readonly operation: OperationId;
  readonly url: string;
  /** Undefined if the test ended it without a response. */
  readonly status: number | undefined;
}

/** Responds in place of the service, or passes the request on to it. */
export type Respond = (
  request: Request,
  service: (request: Request) => Promise<Response>,
) => Response | Promise<Response>;

export interface TestingService {
  /** The options of `createDistribution` to reach it: address, key, and both ways of sending. */
  readonly connection: {
    readonly baseUrl: string;
    readonly apiKey: string;
    readonly fetch: TestingFetch;
    readonly storageFetch: TestingFetch;
  };
  /** Answers for the service and for its storage; rejects for any other address. */
  readonly fetch: TestingFetch;
  readonly baseUrl: string;
  readonly storageUrl: string;
  /** Its time: `advance`, `freeze`, `set`, `resume`. Reviews and upload URLs end by it. */
  readonly clock: SettableClock;
  /** Every book, deleted ones included, in the order they were made. */
  readonly books: Sandbox['books'];
  /** Ends the review of a book now: published, or another status. */
  readonly settle: Sandbox['settle'];
  /** Returns the exchanges so far, of one operation or of all. */
  readonly exchanges: (operation?: OperationId) => readonly Exchanged[];
  /**
   * Answers the next call of an operation, or the next `times` of them, like this. The service does
   * nothing for it.
   */
  readonly answer: <Id extends OperationId>(operation: Id, answer: DocumentedAnswer<Id>) => void;
  /**
   * Intercepts the next call: answer it, throw like a broken network, or pass it on
   * and lose the answer. The network fails as `fetch` does, with a TypeError.
   */
  readonly intercept: (operation: OperationId, respond: Respond) => void;
  /** Removes books, files, exchanges and unused answers. */
  readonly reset: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Starts a service in this process: the stateful sandbox, which refuses what the interface document
 * refuses and stores what it receives. Close it after the tests.
 *
 * @param options what the sandbox takes (readings of what the document leaves open, faults, a clock),
 *   and the addresses at which it responds
 * @throws Error when a reading is not one of those of its silence
 * @example
 * const service = await testingService({ readings: { 'create.response': 'walkthrough' } });
 * const distribution = createDistribution(service.connection);
 * service.answer('publishBook', { status: 503 });
 */
export async function testingService(options: TestingOptions = {}): Promise<TestingService> {
  const { baseUrl = 'http://distribution.test', storageUrl = 'http://storage.test' } = options;
  const { origin } = new URL(completeAddress(baseUrl));
  const sandbox = await createSandbox({ ...options, storageOrigin: storageUrl });
  const exchanges: Exchanged[] = [];
  const interceptions = createInterceptions();
  const fetch: TestingFetch = async (input, init) => {
    const request = new Request(input, init);
    const operation = findOperation(request, { origin, storageUrl });
    const service = operation === 'putFile' ? sandbox.storageFetch : sandbox.fetch;
    if (operation === undefined) return service(request);
    const answer = interceptions.take(operation) ?? service;
    const index = exchanges.push({ operation, url: request.url, status: undefined }) - 1;
    const response = await answer(request, service);
    exchanges[index] = { operation, url: request.url, status: response.status };
    return response;
  };
  const apiKey = sandbox.keys[0] ?? '';
  return {
    connection: { baseUrl, apiKey, fetch, storageFetch: fetch },
    fetch,
    baseUrl,
    storageUrl,
    clock: sandbox.clock,
    books: sandbox.books,
    settle: sandbox.settle,
    exchanges: (operation) =>
      exchanges.filter((exchange) => operation === undefined || exchange.operation === operation),
    answer: (operation, answer) => {
      interceptions.add(operation, () => createResponse(answer), answer.times);
    },
    intercept: (operation, respond) => interceptions.add(operation, respond),
    reset: async () => {
      exchanges.length = 0;
      interceptions.clear();
      await sandbox.reset();
    },
    close: sandbox.close,
  };
}

/** Undefined for a request that is not an operation, such as an unknown path. */
function findOperation(
  { url, method }: Request,
  { origin, storageUrl }: { readonly origin: string; readonly storageUrl: string },
): OperationId | undefined {
  if (url.startsWith(`${storageUrl}/`)) return 'putFile';
  if (!url.startsWith(`${origin}/`)) {
    const requestOrigin = new URL(url).origin;
    throw new TypeError(
      `fetch failed: this testing service is at ${origin} and ${storageUrl}, not at ${requestOrigin}.`,
    );
  }
  const { pathname } = new URL(url);
  if (!pathname.startsWith(apiPrefix)) return undefined;
  return readContract().match(method, pathname.slice(apiPrefix.length))?.operation.id;
}

/** The responses that a test sets for the calls to come. */
function createInterceptions() {
  let waiting: readonly Interception[] = [];
  return {
    /** Adds a response for the next call of an operation, or for several, in the order of adding. */
    add: (operation: OperationId, respond: Respond, times = 1): void => {
      waiting = [...waiting, { operation, respond, remaining: times }];
    },
    /** Returns the response for the call that is made now. */
    take: (operation: OperationId): Respond | undefined => {
      const next = waiting.find((interception) => interception.operation === operation);
      waiting = waiting.flatMap((interception) => {
        if (interception !== next) return [interception];
        return interception.remaining > 1
          ? [{ ...interception, remaining: interception.remaining - 1 }]
          : [];
      });
      return next?.respond;
    },
    clear: (): void => {
      waiting = [];
    },
  };
}

interface Interception {
  readonly operation: OperationId;
  readonly respond: Respond;
  readonly remaining: number;
}
