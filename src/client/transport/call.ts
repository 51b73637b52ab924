/** The options of a call with their defaults and checks, and the state of a call in progress. */
import { version } from '../../generated/version.ts';
import type { KeyedOperation, Operation } from '../contract.ts';
import { isBrowser } from '../runtime.ts';

export type HeaderRecord = Readonly<Record<string, string>>;

/** How long calls may take, and how often their requests may be retried. */
export interface Limits {
  /** Milliseconds for each request, until the last byte of its response; 30 000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds for the whole call with its waits and retries; 300 000 by default. */
  readonly deadlineMs?: number | undefined;
  /** How often a request may be retried if that is safe; 2 by default, 0 for never. */
  readonly maxRetries?: number | undefined;
}

/** The options of one call, always its last argument. */
export interface CallOptions extends Limits {
  /** Aborts the call, which then rejects with an AbortedError whose cause is the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The headers to send in addition to the client's. They replace those with the same name, except the key. */
  readonly headers?: HeaderRecord | undefined;
}

/** A call in progress. All its requests share its signal, headers and deadline. */
export interface ActiveCall<CallOperation extends Operation = KeyedOperation> extends Readonly<
  Record<keyof Limits, number>
> {
  readonly operation: CallOperation;
  readonly signal: AbortSignal | undefined;
  readonly headers: HeaderRecord;
  /** The deadline of the call, by the client's clock. */
  readonly endsAt: number;
  attempts: number;
  /** True once the headers of the response to the last request have arrived. */
  hasResponse: boolean;
  /** True if the body of the last response was longer than the limit. */
  isTruncated: boolean;
}

/** @throws TypeError for a limit that is out of range, or a header that HTTP does not allow */
export function beginCall<CallOperation extends Operation>(
  operation: CallOperation,
  { signal, headers, ...options }: CallOptions,
  { now, ...defaults }: Limits & { readonly now: number },
): ActiveCall<CallOperation> {
  const timeoutMs = checkNumber('timeoutMs', options.timeoutMs ?? defaults.timeoutMs ?? 30_000);
  const deadlineMs = checkNumber(
    'deadlineMs',
    options.deadlineMs ?? defaults.deadlineMs ?? 300_000,
  );
  const maxRetries = options.maxRetries ?? defaults.maxRetries ?? 2;
  if (maxRetries !== 0) checkNumber('maxRetries', maxRetries);
  return {
    operation,
    signal,
    headers: checkHeaders(headers),
    timeoutMs,
    deadlineMs,
    maxRetries,
    endsAt: now + deadlineMs,
    attempts: 0,
    hasResponse: false,
    isTruncated: false,
  };
}

/**
 * Returns the value.
 * @throws TypeError for a time that is not above 0, and for a count that is not a whole number above 0
 */
export function checkNumber(name: string, value: number): number {
  const isTime = name.endsWith('Ms');
  if (value > 0 && (isTime || Number.isInteger(value) || value === Infinity)) return value;
  throw new TypeError(`${name} must be a number above 0; received ${value}. Nothing was sent.`);
}

/**
 * Returns true for a call that has the same effect if it is sent twice: reads; updates, whose values are absolute and
 * whose chapters replace each other; upload URLs, because an unused one does no harm; and attach, which names its file.
 */
export function isIdempotent(operation: Operation): boolean {
  return !/^(create|publish|unpublish|delete)Book$|^putFile$/.test(operation);
}

/**
 * Returns the headers after checking them, because `fetch` would refuse them later and repeat the value in its message.
 * @throws TypeError with the name of a header whose name or value HTTP does not allow
 */
export function checkHeaders(headers: HeaderRecord = {}): HeaderRecord {
  for (const [name, value] of Object.entries(headers)) {
    const isValue = typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
    if (isValue && /^[!#$%&'*+.^_`|~\w-]+$/.test(name)) continue;
    const rule = 'needs a valid name and a string without line breaks. Nothing was sent.';
    throw new TypeError(`The header ${JSON.stringify(name)} ${rule}`);
  }
  return headers;
}

/**
 * Returns the key.
 * @throws TypeError if the key is missing, not a valid header value, or so short that its mask would also hide other words
 */
export function checkKey(apiKey: unknown): string {
  if (typeof apiKey === 'string' && /^[\x21-\x7e][\x20-\x7e]{6,}[\x21-\x7e]$/.test(apiKey)) {
    return apiKey;
  }
  const rule = 'at least 8 printable ASCII characters, without a space or line break at either end';
  throw new TypeError(`apiKey needs ${rule}. Pass it, or set DISTRIBUTION_API_KEY.`);
}

/** The headers of every request, which those of the caller may replace. A browser keeps its own user agent. */
export const clientHeaders: HeaderRecord = isBrowser
  ? {}
  : { 'user-agent': `bookdist-client/${version}` };
