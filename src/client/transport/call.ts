/** The options of a call with their defaults and checks, and the state of a call in progress. */
import { version } from '../../generated/version.ts';
import type { KeyedOperation, Operation } from '../contract.ts';
import { isBrowser } from '../runtime.ts';

export type HeaderRecord = Readonly<Record<string, string>>;

/** How long calls may take and how often their requests may be repeated. */
export interface Limits {
  /** Milliseconds for each request, until the last byte of its response; 30 000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds for the whole call with its waits and retries; 300 000 by default. */
  readonly deadlineMs?: number | undefined;
  /** How often a request may be repeated when that is safe; 2 by default, 0 for never. */
  readonly maxRetries?: number | undefined;
}

/** The options of one call, always its last argument. */
export interface CallOptions extends Limits {
  /** Ends the call, which then rejects with an AbortedError whose cause is the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Sent in addition to the client's headers, and instead of those with the same name. The key cannot be replaced. */
  readonly headers?: HeaderRecord | undefined;
}

/** A call in progress: all its requests share its signal, headers and deadline. */
export interface Call<Named extends Operation = KeyedOperation> extends Readonly<
  Record<keyof Limits, number>
> {
  readonly operation: Named;
  readonly signal: AbortSignal | undefined;
  readonly headers: HeaderRecord;
  /** When the whole call must have ended, in the client's time. */
  readonly endsAt: number;
  attempts: number;
  /** True once the headers of the last request's response arrived. */
  begun: boolean;
  /** True when the last response was longer than is read of it. */
  truncated: boolean;
}

/** @throws TypeError for a limit that is out of its range, and a header HTTP does not allow */
export function beginCall<Named extends Operation>(
  operation: Named,
  { signal, headers, ...options }: CallOptions,
  { now, ...defaults }: Limits & { readonly now: number },
): Call<Named> {
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
    begun: false,
    truncated: false,
  };
}

/** @throws TypeError for a time that is not above 0, and a count that is not whole or not above 0 */
export function checkNumber(name: string, value: number): number {
  const whole = name.endsWith('Ms') || Number.isInteger(value) || value === Infinity;
  if (value > 0 && whole) return value;
  throw new TypeError(`${name} must be a number above 0; received ${value}. Nothing was sent.`);
}

/**
 * True for a call that has the same effect once or twice: reads; updates, whose values are absolute and whose chapters
 * replace each other; grants, of which the last one counts; and attach, which names its file.
 */
export function isIdempotent(operation: Operation): boolean {
  return !/^(create|publish|unpublish|delete)Book$|^putFile$/.test(operation);
}

/**
 * Returns the headers as they are. `fetch` would refuse them only when the call is under way, and with the value in its
 * message.
 * @throws TypeError naming the header whose name or value HTTP does not allow
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

/** @throws TypeError for a key that is missing, not a header value, or too short to be masked without tearing words */
export function checkKey(apiKey: unknown): string {
  if (typeof apiKey === 'string' && /^[\x21-\x7e][\x20-\x7e]{6,}[\x21-\x7e]$/.test(apiKey)) {
    return apiKey;
  }
  const rule = 'at least 8 printable ASCII characters, without a space or line break at either end';
  throw new TypeError(`apiKey needs ${rule}. Pass it, or set DISTRIBUTION_API_KEY.`);
}

/** Sent with every request unless a header of the caller's replaces it. A browser keeps its own user agent. */
export const clientHeaders: HeaderRecord = isBrowser
  ? {}
  : { 'user-agent': `bookdist-client/${version}` };
