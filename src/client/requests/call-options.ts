/** The options of one call, and the defaults of those that are not given. */
import { checkHeaders, type HeaderRecord } from './headers.ts';
import type { Time } from './time.ts';

/** How long calls may take and how often their requests may be repeated. */
export interface Limits {
  /** Milliseconds for each request, until the last byte of its response; 30 000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds for the whole call with its waits and repetitions; 300 000 by default. */
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
export interface Call extends Required<{ [Key in keyof Limits]: number }> {
  readonly signal: AbortSignal | undefined;
  readonly headers: HeaderRecord;
  /** When the whole call must have ended, in the client's time. */
  readonly endsAt: number;
}

/** The client's defaults for its calls. */
export interface CallDefaults extends Limits {
  readonly time: Time;
}

/**
 * Begins a call: the limits are its own, else the client's, else 30 seconds, 5 minutes and 2 retries.
 * @throws TypeError for a time that is not above 0, a number of retries below 0, and a header HTTP does not allow
 */
export function beginCall(options: CallOptions = {}, defaults: CallDefaults): Call {
  const { signal, headers, ...own } = options;
  const timeoutMs = own.timeoutMs ?? defaults.timeoutMs ?? 30_000;
  const deadlineMs = own.deadlineMs ?? defaults.deadlineMs ?? 300_000;
  const maxRetries = own.maxRetries ?? defaults.maxRetries ?? 2;
  if (!(timeoutMs > 0 && deadlineMs > 0 && maxRetries >= 0)) {
    const received = `${timeoutMs}, ${deadlineMs} and ${maxRetries}`;
    throw new TypeError(
      `timeoutMs and deadlineMs must be numbers above 0, maxRetries 0 or more; received ${received}. ` +
        'Nothing was sent.',
    );
  }
  const endsAt = defaults.time.now() + deadlineMs;
  return { timeoutMs, deadlineMs, maxRetries, signal, headers: checkHeaders(headers), endsAt };
}
