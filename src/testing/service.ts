/** A whole book distribution service inside a test, without a network, and with a clock that the test controls. */
import { completeAddress } from '../client/transport/index.ts';
import type { OperationId } from '../contract/operations.ts';
import { apiPrefix, type Contract } from '../contract/spec.ts';
import type { ChaosRule, ReportedRule } from '../sandbox/chaos.ts';
import type { SettableClock } from '../sandbox/replaceable-parts/index.ts';
import { getTestAccount } from '../sandbox/book/index.ts';
import { type Sandbox, type SandboxOptions, createSandbox } from '../sandbox/index.ts';
import { createResponse, type DocumentedAnswer } from './documented-answers.ts';

export interface TestingOptions extends Omit<SandboxOptions, 'data' | 'storageOrigin'> {
  /** The address that your program uses; `http://distribution.test` by default. */
  readonly baseUrl?: string;
  /** The origin of upload URLs; `http://storage.test` by default. */
  readonly storageUrl?: string;
}

/** A function with the signature of the global `fetch`. */
export type TestingFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** One request to the service, with the status of its response. */
export interface Exchanged {
  readonly operation: OperationId;
  readonly url: string;
  /** The status of the response; undefined if an interception threw. */
  readonly status: number | undefined;
}

/** Responds instead of the service, or forwards the request to the service. */
export type Respond = (
  request: Request,
  service: (request: Request) => Promise<Response>,
) => Response | Promise<Response>;

export interface TestingService {
  /** The options of `createDistribution` for this service: its address, its key and both fetch functions. */
  readonly connection: {
    readonly baseUrl: string;
    readonly apiKey: string;
    readonly fetch: TestingFetch;
    readonly storageFetch: TestingFetch;
  };
  /** Sends a request to the service or its storage. Rejects for any other address. */
  readonly fetch: TestingFetch;
  readonly baseUrl: string;
  readonly storageUrl: string;
  /** The clock of the service: `advance`, `freeze`, `set`, `resume`. Reviews end and upload URLs expire by it. */
  readonly clock: SettableClock;
  /** Returns all books, including deleted ones, in the order of their creation. */
  readonly books: Sandbox['books'];
  /** Ends the review of a book now, with the status `published` or another one. */
  readonly settle: Sandbox['settle'];
  /** Returns the exchanges so far, of one operation or of all. */
  readonly exchanges: (operation?: OperationId) => readonly Exchanged[];
  /** Sets the response for the next call of an operation, or the next `times` calls, which do not reach the service. */
  readonly answer: <Id extends OperationId>(operation: Id, answer: DocumentedAnswer<Id>) => void;
  /**
   * Intercepts the next call: responds to it, throws like a broken network, or forwards it and loses the response. For a
   * network error, throw a TypeError as `fetch` does.
   */
  readonly intercept: (operation: OperationId, respond: Respond) => void;
  /**
   * Sets rules that disturb calls: late, lost or truncated responses, broken connections, and statuses. They replace
   * earlier rules, and the seed decides which calls a `rate` disturbs. With `test`, they disturb only calls that send
   * this id as `x-test-id`; each test has an account of its own.
   */
  readonly chaos: (rules: readonly ChaosRule[], seed?: number, test?: string) => void;
  /** Returns the chaos rules, or those of a test, with the calls that each disturbed. */
  readonly chaosReport: (test?: string) => readonly ReportedRule[];
  /** Removes books, files, exchanges, interceptions, chaos rules and set responses. */
  readonly reset: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Starts a service in this process: the stateful sandbox, which stores what it receives and refuses what the interface
 * document says. Close the service after the tests.
 *
 * @param options the options of the sandbox (readings of silences, faults, a clock), and its addresses
 * @throws Error if a silence does not have the given reading
 * @example
 * const service = await testingService({ readings: { 'create.response': 'walkthrough' } });
 * const distribution = createDistribution(service.connection);
 * service.answer('publishBook', { status: 503 });
 */
export async function testingService(options: TestingOptions = {}): Promise<TestingService> {
  const { baseUrl = 'http://distribution.test', storageUrl = 'http://storage.test' } = options;
  const { origin } = new URL(completeAddress(baseUrl));
  const sandbox = await createSandbox({ ...options, storageOrigin: storageUrl });
  const { chaos, contract } = sandbox.parts;
  const exchanges: Exchanged[] = [];
  const interceptions = createInterceptions();
  const find = (request: Request) => findOperation(request, { contract, origin, storageUrl });
  const fetch = createRecordingFetch(sandbox, { find, interceptions, exchanges });
  const [account] = sandbox.accounts;
  const findScope = (test: string | undefined) =>
    test === undefined || account === undefined ? undefined : getTestAccount(account, test).id;
  return {
    connection: { baseUrl, apiKey: sandbox.keys[0] ?? '', fetch, storageFetch: fetch },
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
    chaos: (rules, seed = 1, test) => chaos.set({ seed, rules }, findScope(test)),
    chaosReport: (test) => chaos.report(findScope(test)).rules,
    reset: async () => {
      exchanges.length = 0;
      interceptions.clear();
      chaos.restore([]);
      await sandbox.reset();
    },
    close: sandbox.close,
  };
}

interface FetchOptions {
  readonly find: (request: Request) => OperationId | undefined;
  readonly interceptions: ReturnType<typeof createInterceptions>;
  readonly exchanges: Exchanged[];
}

/** Creates a `fetch` that reaches the sandbox unless an interception responds, and records the exchanges. */
function createRecordingFetch(
  sandbox: Sandbox,
  { find, interceptions, exchanges }: FetchOptions,
): TestingFetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const operation = find(request);
    const service = operation === 'putFile' ? sandbox.storageFetch : sandbox.fetch;
    if (operation === undefined) return service(request);
    const respond = interceptions.take(operation) ?? service;
    const index = exchanges.push({ operation, url: request.url, status: undefined }) - 1;
    const response = await respond(request, service);
    exchanges[index] = { operation, url: request.url, status: response.status };
    return response;
  };
}

function findOperation(
  { url, method }: Request,
  {
    contract,
    origin,
    storageUrl,
  }: Record<'origin' | 'storageUrl', string> & {
    readonly contract: Contract;
  },
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
  return contract.match(method, pathname.slice(apiPrefix.length))?.operation.id;
}

/** Stores the responses and interceptions that a test sets for later calls. */
function createInterceptions() {
  let interceptions: readonly Interception[] = [];
  return {
    /** Adds an interception for the next call of an operation or several, after those that were added before. */
    add: (operation: OperationId, respond: Respond, times = 1): void => {
      interceptions = [...interceptions, { operation, respond, remainingCalls: times }];
    },
    /** Returns the interception for the current call; undefined if there is none. */
    take: (operation: OperationId): Respond | undefined => {
      const next = interceptions.find((interception) => interception.operation === operation);
      interceptions = interceptions.flatMap((interception) => {
        if (interception !== next) return [interception];
        return interception.remainingCalls > 1
          ? [{ ...interception, remainingCalls: interception.remainingCalls - 1 }]
          : [];
      });
      return next?.respond;
    },
    clear: (): void => {
      interceptions = [];
    },
  };
}

interface Interception {
  readonly operation: OperationId;
  readonly respond: Respond;
  readonly remainingCalls: number;
}
