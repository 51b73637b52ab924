/** Creates a client of the service: the typed raw calls, and `books` and `flows`, which use them. */
import { createBookCalls, defaultSettleMs, type BookCalls } from './books/index.ts';
import { createFlows, type Flows } from './flows/index.ts';
import type { Preflight } from './preflight.ts';
import { createMask } from './responses/index.ts';
import { readVariable } from './runtime.ts';
import {
  checkHeaders,
  checkKey,
  checkNumber,
  clientHeaders,
  completeAddress,
  createLimiter,
  createReport,
  createService,
  systemTime,
  type Fetch,
  type HeaderRecord,
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
   * The address of the service, with or without `/v2/distribution` and a slash at the end; the environment variable
   * `DISTRIBUTION_URL` by default.
   */
  readonly baseUrl?: string | undefined;
  /** The value of the `apikey` header; the environment variable `DISTRIBUTION_API_KEY` by default. */
  readonly apiKey?: string | undefined;
  /**
   * Sends the requests to the service: the global fetch by default, looked up at each request. It gets a `Request`, as
   * openapi-fetch passes it. See the README for proxies.
   */
  readonly fetch?: Fetch | undefined;
  /** The class of the requests `fetch` gets, for a `fetch` that takes only its own, such as that of the package undici. */
  readonly Request?: typeof Request | undefined;
  /** Sends files to the storage, and never sees the key; the global fetch by default. */
  readonly storageFetch?: StorageFetch | undefined;
  /** True to send bytes to an http address although the service is reached by https; refused by default. */
  readonly allowInsecureStorage?: boolean | undefined;
  /** Sent with every request to the service. */
  readonly headers?: HeaderRecord | undefined;
  /** The number of concurrent requests to the service; no limit by default. */
  readonly maxConcurrency?: number | undefined;
  /** Tokens for retries: each retry costs 5, and each success earns one back; 500 by default. */
  readonly retryBudget?: number | undefined;
  /**
   * How long the client looks for a book whose create got no clear response before it sends the create again, in
   * milliseconds; 10 000 by default. The first lookup is immediate. If the service takes even longer to show the book, it
   * gets a second one. `Infinity` never sends a create again; the call then ends with an AmbiguousOutcomeError.
   */
  readonly settleMs?: number | undefined;
  /** Called before and after each request; see `RequestStart` and `RequestEnd`. */
  readonly onRequest?: OnRequest | undefined;
  /** Receives a line per request: `console`, or anything with `debug` and `warn`. No line contains a secret. */
  readonly logger?: Logger | undefined;
  /** Checks calls before they are made: `preflight()` of `book-distribution-client/preflight`. */
  readonly preflight?: Preflight | undefined;
  /** The clock and the timer; the system's by default. */
  readonly time?: Time | undefined;
  /** Returns a number from 0 up to 1, which randomises the waits between retries; `Math.random` by default. */
  readonly random?: (() => number) | undefined;
}

export interface Distribution {
  /** The calls for books. They read both documented forms of a response, and throw an error for a refusal. */
  readonly books: Books;
  /** Takes a book from create to publish in one call, and skips what is already done. */
  readonly flows: Flows;
  /**
   * The typed calls of the contract by openapi-fetch, which return `{ data, error, response }`; branch on
   * `response.ok`. `books`, `flows` and the service calls of uploads go through it: middleware registered here sees
   * every call, but not its retries.
   */
  readonly raw: RawClient;
  /**
   * Returns a client with some options changed. It has the same middleware and its own retry budget.
   * @example
   * const patient = distribution.withOptions({ timeoutMs: 120_000, headers: { 'x-job': 'nightly' } });
   */
  readonly withOptions: (changes: DistributionOptions) => Distribution;
}

/**
 * Creates a client of the book distribution service. Nothing is sent yet.
 *
 * The key goes into the `apikey` header of calls below the base address and nowhere else: redirects and links of the
 * service are not followed, and no error shows it. Every call has a time limit and a deadline, and is retried only if a
 * second request does no harm, or if reading the book shows that the first one had no effect.
 *
 * @throws TypeError when baseUrl is not an http or https address, apiKey is missing or cannot be kept out of messages,
 *   or another option is out of its range
 * @see document: Authentication; Versioning
 * @example
 * const distribution = createDistribution({ baseUrl: 'https://staging.example.com', apiKey });
 * const { id } = await distribution.books.create(book);
 */
export function createDistribution(options: DistributionOptions = {}): Distribution {
  return createWith(options, []);
}

function createWith(options: DistributionOptions, inherited: readonly Middleware[]): Distribution {
  const { time = systemTime, random = Math.random, settleMs = defaultSettleMs } = options;
  const { maxConcurrency, retryBudget: capacity = 500, storageFetch, preflight } = options;
  const address = completeAddress(options.baseUrl ?? readVariable('DISTRIBUTION_URL') ?? '');
  const apiKey = checkKey(options.apiKey ?? readVariable('DISTRIBUTION_API_KEY'));
  const mask = createMask(apiKey);
  const context = { time, random, budget: { capacity, left: capacity } };
  const service = createService({
    ...options,
    ...context,
    address,
    apiKey,
    mask,
    headers: { ...clientHeaders, ...checkHeaders(options.headers) },
    middleware: inherited,
    limits: options,
    report: createReport(options, { mask, time }),
    limiter:
      maxConcurrency === undefined
        ? maxConcurrency
        : createLimiter(checkNumber('maxConcurrency', maxConcurrency)),
  });
  // Refuses invalid limits here instead of at the first call.
  service.begin('listBooks', undefined);
  const calls = createBookCalls(service, checkNumber('settleMs', settleMs));
  const insecureStorage = options.allowInsecureStorage ?? address.startsWith('http:');
  const books = {
    ...calls,
    ...createUploadCalls({ context, calls, storageFetch, insecureStorage }),
  };
  return {
    books: preflight?.wrap(books, time.now) ?? books,
    flows: createFlows({ books, preflight, time }),
    raw: service.raw,
    withOptions: (changes) => {
      const headers = { ...options.headers, ...changes.headers };
      return createWith({ ...options, ...changes, headers }, service.middleware);
    },
  };
}
