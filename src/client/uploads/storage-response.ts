/** Decides from the storage's response what to do next, by the statuses and codes that most storage services share. */

/** The next step after one attempt to send the bytes. */
export type StorageVerdict =
  /** The URL was used by an earlier attempt whose response was lost. An attach shows whether that attempt worked. */
  | 'used'
  /** The request can be retried with the same URL. */
  | 'retry'
  /** The URL has expired; a new one will work. */
  | 'expired'
  /** The response gives no reason. One attempt with another URL may work. */
  | 'refused'
  /** No URL will help. */
  | 'final';

/** The codes of temporary failures, which some storage services send with a status that looks final. */
const temporaryCodes = /^(RequestTimeout|SlowDown)$/;

/** The codes after which the same bytes and headers would be refused at any URL. */
const finalCodes =
  /^(SignatureDoesNotMatch|Entity.*|.*Digest|MissingContentLength|NotImplemented)$/;

export interface StorageResponse {
  readonly verdict: StorageVerdict;
  /** The `<Code>` of the error XML. Nothing else is kept, because bodies repeat signed URLs. */
  readonly code: string | undefined;
}

/**
 * Reads the verdict of a response that is not a success.
 *
 * @param text the beginning of the body
 * @see document: Errors (409 for a used URL); the document does not describe the storage's other responses
 */
export function readVerdict(status: number, text: string): StorageResponse {
  const code = /<Code>([A-Za-z][A-Za-z0-9.]{0,63})<\/Code>/.exec(text)?.[1];
  return { verdict: chooseVerdict(status, code ?? '', text), code };
}

function chooseVerdict(status: number, code: string, text: string): StorageVerdict {
  if (status === 409) return 'used';
  if (finalCodes.test(code)) return 'final';
  if (temporaryCodes.test(code) || [408, 425, 429].includes(status)) return 'retry';
  if (status >= 500) return status === 501 ? 'final' : 'retry';
  if (status < 400 || [405, 411, 413, 415].includes(status)) return 'final';
  return code === 'AuthenticationFailed' || /expired/i.test(code + text) ? 'expired' : 'refused';
}
