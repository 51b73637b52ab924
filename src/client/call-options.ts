/** What a caller may say about one call, and what the client does where nothing is said. */

/** How long calls may take and how often their requests may be repeated. */
export interface Limits {
  /** Milliseconds for each request, until the last byte of its answer; 30 000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds for the whole call with its waits and repetitions; 300 000 by default. */
  readonly deadlineMs?: number | undefined;
  /** How often a request may be repeated where that is safe; 2 by default, 0 for never. */
  readonly maxRetries?: number | undefined;
}

/** What goes with one call, always its last argument. */
export interface CallOptions extends Limits {
  /** Ends the call, which then rejects with an AbortedError whose cause is the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Sent besides those of the call. The key's own header cannot be replaced. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Limits of which none is open. */
export interface SetLimits {
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly maxRetries: number;
}

/**
 * The limits of a call: its own, else the client's, else 30 seconds, 5 minutes and 2 retries.
 * @throws TypeError for a time that is not above 0 and for a number of retries below 0
 */
export function limitsOf(own: Limits, client: Limits): SetLimits {
  const limits = {
    timeoutMs: own.timeoutMs ?? client.timeoutMs ?? 30_000,
    deadlineMs: own.deadlineMs ?? client.deadlineMs ?? 300_000,
    maxRetries: own.maxRetries ?? client.maxRetries ?? 2,
  };
  const { timeoutMs, deadlineMs, maxRetries } = limits;
  if (timeoutMs > 0 && deadlineMs > 0 && maxRetries >= 0) return limits;
  const came = `${timeoutMs}, ${deadlineMs} and ${maxRetries}`;
  throw new TypeError(
    `timeoutMs and deadlineMs must be numbers above 0, maxRetries 0 or more; came ${came}. ` +
      'Nothing was sent.',
  );
}
