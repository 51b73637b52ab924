/** What an answer of the storage asks for. How it refuses is its own affair, so this tells by what is common. */

/** What to do after one attempt to send the bytes. */
export type Verdict =
  /** The storage has them. */
  | 'stored'
  /** The URL was used before, by an attempt whose answer was lost: attach tells whether it worked. */
  | 'used'
  /** The same URL may be tried again. */
  | 'again'
  /** The URL is over; another one helps. */
  | 'expired'
  /** It does not say why; another URL may help, once. */
  | 'refused'
  /** No URL will help. */
  | 'final';

export interface StorageAnswer {
  readonly status: number;
  /** The beginning of its body. */
  readonly text: string;
}

/** Passing failures that some storages hide in a status that looks final. */
const passing = new Set(['RequestTimeout', 'SlowDown', 'InternalError', 'ServiceUnavailable']);

const expired = new Set(['ExpiredToken', 'RequestExpired', 'AuthenticationFailed']);

/** The same bytes and headers would be refused under any URL. */
const final = new Set([
  'SignatureDoesNotMatch',
  'EntityTooLarge',
  'EntityTooSmall',
  'InvalidDigest',
  'BadDigest',
  'MissingContentLength',
  'NotImplemented',
]);

/** @see document: Errors (409 for a URL that was used); the rest of a storage's answers is not shown */
export function verdictOf(answer: StorageAnswer): Verdict {
  const { status, text } = answer;
  const code = storageCodeOf(answer) ?? '';
  if (status >= 200 && status < 300) return 'stored';
  if (status === 409) return 'used';
  if (final.has(code)) return 'final';
  if (passing.has(code) || [408, 425, 429].includes(status)) return 'again';
  if (status >= 500) return status === 501 ? 'final' : 'again';
  if (status < 400 || [405, 411, 413, 415].includes(status)) return 'final';
  return expired.has(code) || /expired/i.test(text) ? 'expired' : 'refused';
}

/** The `<Code>` of the XML that storages refuse with; a word and nothing longer, since bodies repeat URLs. */
export function storageCodeOf({ text }: StorageAnswer): string | undefined {
  return /<Code>([A-Za-z][A-Za-z0-9.]{0,63})<\/Code>/.exec(text)?.[1];
}
