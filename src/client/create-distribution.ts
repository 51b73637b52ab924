/** The client's way in: one record with the raw calls and the calls people mean. */
import { attachingFiles, type AttachingFiles } from './attaching-files.ts';
import { findingBooks, type FindingBooks } from './finding-books.ts';
import { flowsOver, type Flows } from './flows.ts';
import { limitsOf, type Limits } from './call-options.ts';
import { tellOf, type OnRequest } from './hooks.ts';
import { createLine, type Line } from './line.ts';
import { maskFor } from './mask.ts';
import type { Preflight } from './preflight.ts';
import { keyring, type RawOptions } from './keyring.ts';
import type { Raw } from './raw.ts';
import { rawWhenAsked } from './raw-when-asked.ts';
import { retryBudget } from './retry-budget.ts';
import { createSend } from './sending.ts';
import { systemTime, type Time } from './time.ts';
import { uploadingFiles, type UploadingFiles } from './upload.ts';
import type { StorageFetch } from './upload-way.ts';
import { validationOf, type Validation } from './validation.ts';
import { releasingBooks, type ReleasingBooks } from './releasing-books.ts';
import { savingBooks, type SavingBooks } from './saving-books.ts';

/**
 * Every call returns what it was made for, or throws one of the errors of this package; an AbortedError
 * where its signal ended it. Its last argument is an options bag: `signal`, `timeoutMs`, `deadlineMs`,
 * `maxRetries` and `headers`.
 */
export interface Books
  extends SavingBooks, FindingBooks, AttachingFiles, UploadingFiles, ReleasingBooks {}

export interface Distribution {
  /** The calls people mean: documented forms understood, refusals thrown. */
  readonly books: Books;
  /** A book from create to publish in one call, whatever of it is done already. */
  readonly flows: Flows;
  /**
   * The typed calls of the contract, answering `{ data, error, response }`; branch on `response.ok`. They are
   * sent, timed and repeated as those of `books` are; middleware registered here sees these calls only.
   */
  readonly raw: Raw;
}

export interface DistributionOptions extends RawOptions, Limits, Validation {
  /** Tokens for repetitions, 5 each, of which every call that goes well earns one back; 500 by default. */
  readonly retryBudget?: number | undefined;
  /** Told of each request and of its end, for logs and traces; see `RequestSeen` and `RequestEnd`. */
  readonly onRequest?: OnRequest | undefined;
  /**
   * Sends files to the storage, and never sees the key. By default the global fetch; but in Node, where that
   * is Node's own and its dispatcher no proxy and no mock, node:http, which takes less time and memory. An Agent
   * with settings of yours cannot be told from Node's: give `fetch` here where you have one.
   */
  readonly storageFetch?: StorageFetch | undefined;
  /** Looks at calls before they are made: `preflight()` of the entry of that name. Nothing by default. */
  readonly preflight?: Preflight | undefined;
  /** The clock and the timer; the machine's own by default. */
  readonly time?: Time | undefined;
  /** Spreads the waits between repetitions: a number from 0 up to 1; `Math.random` by default. */
  readonly random?: (() => number) | undefined;
}

/**
 * Makes a client of the book distribution service. Nothing is sent yet.
 *
 * The key goes into the `apikey` header of calls below the base address and nowhere else: redirects are
 * not followed, links of the service neither, and no error shows it. Every call has a time and a deadline,
 * and is repeated only where twice is as good as once, or where a look shows that nothing was done.
 *
 * @param options `baseUrl`, with or without `/v2/distribution`; `apiKey`; and optionally the limits of every
 *   call, and the `fetch` to send with, for a proxy, a recording, or a service in the same process
 * @throws TypeError when baseUrl is no http or https address, apiKey is empty or no header value, or a
 *   limit is no number above 0
 * @see document: Authentication; Versioning
 * @example
 * const distribution = createDistribution({ baseUrl: 'https://staging.example.com', apiKey });
 * const { id } = await distribution.books.create(book);
 */
export function createDistribution(options: DistributionOptions): Distribution {
  if (options.apiKey === '') {
    throw new TypeError('apiKey must be the key of your account; came an empty text.');
  }
  const limits = limitsOf({}, options);
  const { time = systemTime, random = Math.random, onRequest } = options;
  const keys = keyring(options);
  const mask = maskFor(options.apiKey);
  const budget = retryBudget(options.retryBudget ?? 500);
  const patience = { time, random, budget };
  const tell = onRequest && tellOf(onRequest);
  const send = createSend({ keys, mask, tell, ...patience });
  const validate = validationOf(options);
  const line = createLine({ keys, send, patience, limits, mask, validate });
  const books = booksOver(line, options);
  const { preflight } = options;
  const flows = flowsOver({ books, preflight, now: time.now });
  const raw = rawWhenAsked(async () => {
    const { timedRaw } = await import('./raw-in-time.ts');
    return timedRaw({ keys, send, limits, time });
  });
  return { books: preflight?.over(books, time.now) ?? books, flows, raw };
}

/** The fetch that was there when this was loaded: another one that takes its place means to be asked. */
const found = globalThis.fetch;

function booksOver(line: Line, { storageFetch, random = Math.random }: DistributionOptions): Books {
  const books = {
    ...savingBooks(line),
    ...findingBooks(line),
    ...attachingFiles(line),
    ...releasingBooks(line),
  };
  const uploads = uploadingFiles({
    ...books,
    get storageFetch() {
      return storageFetch ?? (globalThis.fetch === found ? undefined : globalThis.fetch);
    },
    time: line.time,
    random,
  });
  return { ...books, ...uploads };
}
