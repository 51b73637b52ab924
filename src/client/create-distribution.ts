/** The client's way in: one record with the raw calls and the calls people mean. */
import { attachingFiles, type AttachingFiles } from './attaching-files.ts';
import { findingBooks, type FindingBooks } from './finding-books.ts';
import { createLine } from './line.ts';
import { maskFor } from './mask.ts';
import { createRaw, type Raw, type RawOptions } from './raw.ts';
import { releasingBooks, type ReleasingBooks } from './releasing-books.ts';
import { savingBooks, type SavingBooks } from './saving-books.ts';

/** Every call returns what it was made for, or throws one of the errors of this package. */
export interface Books extends SavingBooks, FindingBooks, AttachingFiles, ReleasingBooks {}

export interface Distribution {
  /** The calls people mean: documented forms understood, refusals thrown. */
  readonly books: Books;
  /** The typed calls of the contract, answering `{ data, error, response }`; branch on `response.ok`. */
  readonly raw: Raw;
}

export type DistributionOptions = RawOptions;

/**
 * Makes a client of the book distribution service. Nothing is sent yet.
 *
 * The key goes into the `apikey` header of calls below the base address and nowhere else: redirects are
 * not followed, links of the service neither, and no error shows it. When no answer comes at all, a call
 * rejects with whatever `fetch` rejected with.
 *
 * @param options `baseUrl`, with or without `/v2/distribution`; `apiKey`; and optionally the `fetch` to
 *   send with, for a proxy, a recording, or a service in the same process
 * @throws TypeError when baseUrl is no http or https address, or apiKey is empty or no header value
 * @see document: Authentication; Versioning
 * @example
 * const distribution = createDistribution({ baseUrl: 'https://staging.example.com', apiKey });
 * const { id } = await distribution.books.create(book);
 */
export function createDistribution(options: DistributionOptions): Distribution {
  if (options.apiKey === '') {
    throw new TypeError('apiKey must be the key of your account; came an empty text.');
  }
  const raw = createRaw(options);
  const line = createLine(raw, maskFor(options.apiKey));
  const books = {
    ...savingBooks(line),
    ...findingBooks(line),
    ...attachingFiles(line),
    ...releasingBooks(line),
  };
  return { books, raw };
}
