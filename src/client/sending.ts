/** Sends the requests of a client, beneath its middleware: in time, and again where that is safe. */
import type { KeyedOperation } from './book.ts';
import { isNetworkError } from './error-guards.ts';
import { isDistributionError, type DistributionError } from './errors.ts';
import { TimeoutError } from './no-answer-errors.ts';
import { shownHeaders, type Tell } from './hooks.ts';
import { attemptOnce, pause, type Attempt, type AttemptMeans } from './one-attempt.ts';
import { operationOf } from './operation-of.ts';
import type { Patience, Patient } from './patience.ts';
import type { Keyring } from './raw.ts';
import { retryAfterOf } from './retry-after.ts';
import type { RetryBudget } from './retry-budget.ts';
import { isUnclear, mayRepeat, type Ending } from './retry-policy.ts';

/** A call under way. */
export interface Ongoing extends Patient {
  readonly trace: Trace;
}

/** What happened to a call so far; counted while it runs. */
export interface Trace {
  /** How many requests were sent. */
  attempts: number;
  /** Whether one of them may have done its work without an answer that says so. */
  unclear: boolean;
}

/** Sends a request of openapi-fetch as part of a call, and brings the last answer. */
export type Send = (request: Request, call: Ongoing) => Promise<Response>;

export interface SendingMeans extends AttemptMeans {
  readonly keys: Keyring;
  readonly patience: Patience;
  readonly budget: RetryBudget;
  readonly tell: Tell | undefined;
}

/** One request's ending with what it ended in. */
type Ended = Ending & { readonly response?: Response; readonly error?: DistributionError };

/** @throws NetworkError, TimeoutError or AbortedError; an answer of any status is returned */
export function createSend(means: SendingMeans): Send {
  const { keys, patience, budget, time } = means;
  return async (request, call) => {
    keys.check(request);
    const { trace, signal } = call;
    const url = request.url.replace(/\?.*/s, '');
    const operation = operationOf(request.method, url.slice(keys.address.length));
    // Kept as text, so that each attempt has a body of its own.
    const body = request.method === 'GET' ? '' : await request.text();
    const anew = async (stop: AbortSignal) =>
      keys.send(request, body === '' ? { signal: stop } : { signal: stop, body });
    for (let retries = 0; ; retries += 1) {
      const begun = time.now();
      const seen = { operation, method: request.method, url, attempt: trace.attempts + 1 };
      const tellEnd = means.tell?.(seen);
      const ended = await once(means, anew, { ...call, operation });
      const { response, error, status, retryAfterMs } = ended;
      if (isUnclear(ended)) trace.unclear = true;
      const may = signal?.aborted !== true && mayRepeat(operation, ended);
      const repeatsInMs = may ? patience(call, { retries, retryAfterMs }) : undefined;
      const headers = tellEnd && response ? shownHeaders(response.headers) : {};
      tellEnd?.({ durationMs: time.now() - begun, status, headers, error, repeatsInMs });
      if (repeatsInMs === undefined) {
        if (response === undefined) throw error;
        if (response.ok) budget.refill();
        return response;
      }
      await pause(repeatsInMs, time, { signal, operation, trace });
    }
  };
}

async function once(
  means: SendingMeans,
  anew: Attempt['send'],
  call: Ongoing & { readonly operation: KeyedOperation },
): Promise<Ended> {
  const { trace, operation, signal, timeoutMs, deadlineMs, endsAt } = call;
  const left = endsAt - means.time.now();
  if (left <= 0) throw new TimeoutError('deadlineMs', deadlineMs, { operation, ...trace });
  const limit = left < timeoutMs ? 'deadlineMs' : 'timeoutMs';
  const leftMs = Math.min(left, timeoutMs);
  const attempt = {
    operation,
    trace,
    limit,
    limitMs: call[limit],
    leftMs,
    signal,
    send: anew,
  } as const;
  try {
    const response = await attemptOnce(means, attempt);
    const retryAfterMs = retryAfterOf(response.headers, means.time.now());
    return { response, status: response.status, retryAfterMs, sent: true };
  } catch (error) {
    if (!isDistributionError(error)) throw error;
    const sent = !isNetworkError(error) || error.sent;
    return { error, status: undefined, retryAfterMs: undefined, sent };
  }
}
