/** Creates a client of the service: the typed raw calls, and `books` and `flows`, which use them. */
import { createBookCalls, defaultSettleMs, type BookCalls } from './books/index.ts';
import { createFlows, type Flows } from './flows/index.ts';
import { checkFunction, readProperty } from './json.ts';
import type { Preflight } from './preflight.ts';
import { createMask } from './responses/index.ts';
import { getVariable } from './runtime.ts';
import {
  checkCount,
  checkKey,
  checkTime,
  clientHeaders,
  completeAddress,
  copyHeaders,
  createLimiter,
  createReport,
  createService,
  systemTime,
  type Fetch,
  type HeaderOptions,
  type Limits,
  type Logger,
  type Middleware,
  type OnRequest,
  type RawClient,
  type Time,
} from './transport/index.ts';
import { createUploadCalls, type StorageFetch, type UploadCalls } from './uploads/index.ts';

/** The calls of `books`. */
export interface Books extends BookCalls, UploadCalls {}

export interface DistributionOptions extends Limits {
  /**
   * The address of the service, with or without `/v2/distribution` and a trailing slash; by default the environment
   * variable `DISTRIBUTION_URL`.
   */
  readonly baseUrl?: string | undefined;
  /** The value of the `apikey` header; by default the environment variable `DISTRIBUTION_API_KEY`. */
  readonly apiKey?: string | undefined;
  /**
   * Sends the requests to the service; by default the global fetch at the time of each request. Like openapi-fetch, the
   * client passes it a `Request`. See the README for proxies.
   */
  readonly fetch?: Fetch | undefined;
  /** The class of the requests that `fetch` receives, for a `fetch` that accepts only its own, such as undici's. */
  readonly Request?: typeof Request | undefined;
  /** Sends files to the storage, without the key; by default the global fetch. */
  readonly storageFetch?: StorageFetch | undefined;
  /** True to send files to an http address even if the service has an https address; refused by default. */
  readonly allowInsecureStorage?: boolean | undefined;
  /** Sent with every request to the service. */
  readonly headers?: HeaderOptions | undefined;
  /** The number of concurrent requests to the service; no limit by default. */
  readonly maxConcurrency?: number | undefined;
  /** Tokens for retries: each retry costs 5, and each success earns one back; 500 by default. */
  readonly retryBudget?: number | undefined;
  /**
   * After a create without a clear response: how long the client looks for the book before it sends the create again, in
   * milliseconds; 10 000 by default. The first lookup is immediate. If the service takes even longer to show the book, a
   * second book is created. With `Infinity` a create is never sent again, and the call throws an AmbiguousOutcomeError.
   */
  readonly settleMs?: number | undefined;
  /** Called before and after each request; see `RequestStart` and `RequestEnd`. */
  readonly onRequest?: OnRequest | undefined;
  /** Receives one line per request: `console`, or any object with `debug` and `warn`. No line contains a secret. */
  readonly logger?: Logger | undefined;
  /** Checks calls before they are made: `preflight()` of `book-distribution-client/preflight`. */
  readonly preflight?: Preflight | undefined;
  /** The clock and the timer; by default those of the system. */
  readonly time?: Time | undefined;
  /** Returns a number from 0 up to 1, which randomises the waits between retries; `Math.random` by default. */
  readonly random?: (() => number) | undefined;
}

export interface Distribution {
  /** The calls for books. They read both documented forms of a response, and throw refusals as errors. */
  readonly books: Books;
  /** Takes a book from create to publish in one call, and skips the steps that are already done. */
  readonly flows: Flows;
  /**
   * The typed calls of the contract by openapi-fetch, which return `{ data, error, response }`. Check `response.ok` to
   * tell success from failure. `books`, `flows` and uploads send their requests to the service through it, so middleware
   * registered here sees every call, but not its retries.
   */
  readonly raw: RawClient;
  /**
   * Returns a client with some options changed; an undefined option stays as it is. The new client has the same middleware and its own retry budget.
   * @example
   * const patient = distribution.withOptions({ timeoutMs: 120_000, headers: { 'x-job': 'nightly' } });
   */
  readonly withOptions: (changes: DistributionOptions) => Distribution;
}

/**
 * Creates a client of the book distribution service. Nothing is sent yet.
 *
 * The client sends the key only in the `apikey` header of requests below the base address. It does not follow the
 * service's redirects and links, and no error shows the key. Every call has a time limit and a deadline. It is retried
 * only if a second request does no harm, or if reading the book shows that the first request had no effect.
 *
 * @throws TypeError if baseUrl is not an http or https address, apiKey is missing or too short to be masked, or another
 *   option is out of range
 * @see document: Authentication; Versioning
 * @example
 * const distribution = createDistribution({ baseUrl: 'https://staging.example.com', apiKey });
 * const { id } = await distribution.books.create(book);
 */
export function createDistribution(options: DistributionOptions = {}): Distribution {
  return makeClient(options, []);
}

/** @param middleware that of the client from which this one is derived by `withOptions` */
function makeClient(
  callerOptions: DistributionOptions,
  middleware: readonly Middleware[],
): Distribution {
  checkCallbacks(callerOptions);
  // A copy, because the caller may change the objects later.
  const options = { ...callerOptions, headers: copyHeaders(callerOptions.headers) };
  const { time = systemTime, random = Math.random, settleMs = defaultSettleMs } = options;
  const { retryBudget: capacity = 500, maxConcurrency = Infinity } = options;
  const { storageFetch, preflight } = options;
  const address = completeAddress(options.baseUrl ?? getVariable('DISTRIBUTION_URL'));
  const apiKey = checkKey(options.apiKey ?? getVariable('DISTRIBUTION_API_KEY'));
  const mask = createMask(apiKey);
  const budget = { capacity, tokens: checkCount('retryBudget', capacity, 0) };
  checkCount('maxConcurrency', maxConcurrency);
  const context = { time, random, budget };
  const service = createService({
    ...options,
    ...context,
    address,
    apiKey,
    mask,
    headers: { ...clientHeaders, ...options.headers },
    middleware,
    limits: options,
    report: createReport(options, { mask, time }),
    limiter: maxConcurrency < Infinity ? createLimiter(maxConcurrency) : undefined,
  });
  const calls = createBookCalls(service, checkTime('settleMs', settleMs));
  const allowInsecureStorage = options.allowInsecureStorage ?? address.startsWith('http:');
  const dependencies = { context, calls, limits: options, storageFetch, allowInsecureStorage };
  const { upload, runUpload } = createUploadCalls(dependencies);
  const books = { ...calls, upload };
  return {
    books: preflight?.wrap(books, time.now) ?? books,
    flows: createFlows({ calls, runUpload, limits: options, preflight, time }),
    raw: service.raw,
    withOptions: (changes) => makeClient(changeOptions(options, changes), service.middleware),
  };
}

/** @throws TypeError for an option that is not a function, because most of them would be ignored without a word */
function checkCallbacks({ logger, ...options }: DistributionOptions): void {
  for (const name of ['fetch', 'Request', 'storageFetch', 'onRequest', 'random']) {
    checkFunction(name, readProperty(options, name));
  }
  for (const name of ['debug', 'warn']) {
    checkFunction(`logger.${name}`, logger && (readProperty(logger, name) ?? null));
  }
}

/** Applies the changes that are not undefined. Headers are added to the earlier ones. */
function changeOptions(
  options: DistributionOptions,
  changes: DistributionOptions,
): DistributionOptions {
  const definedChanges = Object.entries(changes).filter(([, value]) => value !== undefined);
  const headers = { ...copyHeaders(options.headers), ...copyHeaders(changes.headers) };
  return { ...options, ...Object.fromEntries(definedChanges), headers };
}
