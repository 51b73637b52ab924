/** Decides from a response from the storage what to do next. Storage services differ, so this relies on what most have in common. */

/** The next step after one attempt to send the bytes. */
export type Verdict =
  /** The URL was used before, by an attempt whose response was lost. An attach shows whether that attempt worked. */
  | 'used'
  /** The request can be retried with the same URL. */
  | 'retry'
  /** The URL has expired; a new one will work. */
  | 'expired'
  /** No reason is given. Another URL may work, so it is worth one try. */
  | 'refused'
  /** No URL will help. */
  | 'final';

/** Temporary failures that some storage services hide in a status that looks final. */
const temporaryCodes = /^(RequestTimeout|SlowDown)$/;

/** The same bytes and headers would be rejected at any URL. */
const finalCodes =
  /^(SignatureDoesNotMatch|Entity.*|.*Digest|MissingContentLength|NotImplemented)$/;

export interface StorageResponse {
  readonly verdict: Verdict;
  /** The `<Code>` of the error XML. Only this word is kept, because bodies repeat signed URLs. */
  readonly code: string | undefined;
}

/**
 * Reads a response that is not a success.
 *
 * @param text the beginning of the body
 * @see document: Errors (409 for a used URL); it does not show the other responses from the storage
 */
export function readVerdict(status: number, text: string): StorageResponse {
  const code = /<Code>([A-Za-z][A-Za-z0-9.]{0,63})<\/Code>/.exec(text)?.[1];
  return { verdict: chooseVerdict(status, code ?? '', text), code };
}

function chooseVerdict(status: number, code: string, text: string): Verdict {
  if (status === 409) return 'used';
  if (finalCodes.test(code)) return 'final';
  if (temporaryCodes.test(code) || [408, 425, 429].includes(status)) return 'retry';
  if (status >= 500) return status === 501 ? 'final' : 'retry';
  if (status < 400 || [405, 411, 413, 415].includes(status)) return 'final';
  return code === 'AuthenticationFailed' || /expired/i.test(code + text) ? 'expired' : 'refused';
}
