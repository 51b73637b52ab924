/** The options of a call with their defaults and checks, and the state of a call in progress. */
import { version } from '../../generated/version.ts';
import type { KeyedOperation, Operation } from '../contract.ts';
import { refuseValue } from '../json.ts';
import { isBrowser } from '../runtime.ts';

export type HeaderRecord = Readonly<Record<string, string>>;

/** Headers as a plain object, as `Headers` or as pairs. */
export type HeaderOptions = HeaderRecord | Iterable<readonly [string, string]>;

/** How long calls may take, and how often their requests may be retried. */
export interface Limits {
  /** Milliseconds for each request, until the last byte of its response; 30 000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds for the whole call with its waits and retries; 300 000 by default. */
  readonly deadlineMs?: number | undefined;
  /** How often a request may be retried if that is safe; 2 by default, 0 for never. */
  readonly maxRetries?: number | undefined;
  /**
   * Retries continue beyond `maxRetries` for this long after the first failure, in milliseconds; 0 by default. With
   * 60 000, calls survive a restart of the service.
   */
  readonly retryForMs?: number | undefined;
}

type LimitValues = Readonly<Record<keyof Limits, number>>;

const defaultLimits: LimitValues = {
  timeoutMs: 30_000,
  deadlineMs: 300_000,
  maxRetries: 2,
  retryForMs: 0,
};

/**
 * Reads each limit once, and applies the defaults.
 * @throws TypeError for a limit that is out of range
 */
export function readLimits(options: Limits, defaults = defaultLimits): LimitValues {
  const { timeoutMs = defaults.timeoutMs, deadlineMs = defaults.deadlineMs } = options;
  const { maxRetries = defaults.maxRetries, retryForMs = defaults.retryForMs } = options;
  return {
    timeoutMs: checkTime('timeoutMs', timeoutMs),
    deadlineMs: checkTime('deadlineMs', deadlineMs),
    maxRetries: checkCount('maxRetries', maxRetries, 0),
    retryForMs: checkCount('retryForMs', retryForMs, 0),
  };
}

/** The options of one call, always its last argument. */
export interface CallOptions extends Limits {
  /** Aborts the call, which then rejects with an AbortedError whose cause is the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The headers to send in addition to the client's. They replace those with the same name, except the key. */
  readonly headers?: HeaderOptions | undefined;
}

/** A call in progress. All its requests share its signal, headers and deadline. */
export interface ActiveCall<CallOperation extends Operation = KeyedOperation> extends LimitValues {
  readonly operation: CallOperation;
  readonly signal: AbortSignal | undefined;
  readonly headers: HeaderRecord;
  /** The deadline of the call, by the monotonic clock. */
  readonly endsAt: number;
  attempts: number;
  /** True once the last request was handed to `fetch`. */
  isSent: boolean;
  /** True once the headers of the response to the last request have arrived. */
  hasResponse: boolean;
  /** True if only the beginning of the body of that response was read. */
  isTruncated: boolean;
}

/** @throws TypeError for an invalid limit, signal or header */
export function beginCall<CallOperation extends Operation>(
  operation: CallOperation,
  options: CallOptions,
  { now, ...defaults }: LimitValues & { readonly now: number },
): ActiveCall<CallOperation> {
  const { signal, headers } = options;
  const limits = readLimits(options, defaults);
  // Not `instanceof`, because the signals of other realms and of test environments work too.
  if (signal !== undefined && typeof signal.addEventListener !== 'function') {
    refuseValue('signal', signal, 'an AbortSignal');
  }
  return {
    operation,
    signal,
    headers: copyHeaders(headers),
    ...limits,
    endsAt: now + limits.deadlineMs,
    attempts: 0,
    isSent: false,
    hasResponse: false,
    isTruncated: false,
  };
}

/** @throws TypeError for a time that is not above 0 */
export function checkTime(name: string, value: number): number {
  return typeof value === 'number' && value > 0
    ? value
    : refuseValue(name, value, 'a number above 0');
}

/** @throws TypeError for a count that is neither Infinity nor a whole number from the minimum */
export function checkCount(name: string, value: number, min = 1): number {
  const isCount = Number.isInteger(value) || value === Infinity;
  return isCount && value >= min ? value : refuseValue(name, value, `a whole number from ${min}`);
}

/**
 * Returns true for a call that has the same effect if it is sent twice: reads; updates, whose values are absolute and
 * whose chapters replace each other; upload URLs, because an unused one does no harm; and attach, which names its file.
 */
export function isIdempotent(operation: Operation): boolean {
  return !/^(create|publish|unpublish|delete)Book$|^putFile$/.test(operation);
}

/**
 * Copies the headers after checking them, because `fetch` would refuse them later and repeat the value in its message.
 * @throws TypeError with the name of a header whose name or value HTTP does not allow
 */
export function copyHeaders(headers: HeaderOptions = {}): HeaderRecord {
  const copy: HeaderRecord = Object.fromEntries(
    Symbol.iterator in headers ? headers : Object.entries(headers),
  );
  for (const [name, value] of Object.entries(copy)) {
    const isValue = typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
    if (isValue && /^[!#$%&'*+.^_`|~\w-]+$/.test(name)) continue;
    const rule = 'needs a valid name and a string without line breaks. Nothing was sent.';
    throw new TypeError(`The header ${JSON.stringify(name)} ${rule}`);
  }
  return copy;
}

/**
 * Returns the key.
 * @throws TypeError if the key is missing, not a valid header value, or so short that its mask would also hide other words
 */
export function checkKey(apiKey: unknown): string {
  if (typeof apiKey === 'string' && /^[\x21-\x7e][\x20-\x7e]{6,}[\x21-\x7e]$/.test(apiKey)) {
    return apiKey;
  }
  const rule = 'at least 8 printable ASCII characters, without a space at either end';
  throw new TypeError(`apiKey needs ${rule}. Pass it, or set DISTRIBUTION_API_KEY.`);
}

/** The headers of every request, which those of the caller may replace. A browser keeps its own user agent. */
export const clientHeaders: HeaderRecord = isBrowser
  ? {}
  : { 'user-agent': `bookdist-client/${version}` };
