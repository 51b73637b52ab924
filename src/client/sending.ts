/** Sends the requests of a client, beneath its middleware: in time, and again where that is safe. */
import type { KeyedOperation } from './book.ts';
import { isDistributionError, type DistributionError } from './errors.ts';
import { shownHeaders, type RequestSeen, type Tell } from './hooks.ts';
import type { Mask } from './mask.ts';
import { NetworkError, TimeoutError } from './no-answer-errors.ts';
import { attemptOnce, pause, type Attempt, type Came, type Lost } from './one-attempt.ts';
import type { PatienceMeans, Patient } from './patience.ts';
import type { Keyring, Parcel } from './keyring.ts';

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

/** Sends a request as part of a call, and brings the last answer. */
export type Send = (operation: KeyedOperation, parcel: Parcel, call: Ongoing) => Promise<Came>;

export interface SendingMeans extends PatienceMeans {
  readonly keys: Keyring;
  readonly mask: Mask;
  readonly tell: Tell | undefined;
}

/** How one request ended: with an answer, a connection that failed, or an error. */
export interface Ended {
  readonly operation: KeyedOperation;
  readonly came?: Came;
  readonly lost?: Lost;
  readonly error?: DistributionError;
}

/** What follows from an end that was no success. */
export interface Next {
  /** Whether the request may have done its work. */
  readonly unclear: boolean;
  /** Why there is no answer. */
  readonly error: DistributionError | undefined;
  readonly repeatsInMs: number | undefined;
}

/** @throws NetworkError, TimeoutError or AbortedError; an answer of any status is returned */
export function createSend(means: SendingMeans): Send {
  const { keys, budget, time } = means;
  return async (operation, parcel, call) => {
    const { trace, signal } = call;
    const anew = (stop: AbortSignal) => keys.send(parcel, stop);
    for (let retries = 0; ; retries += 1) {
      const begun = time.now();
      const tellEnd = means.tell?.(seenOf(operation, parcel, trace));
      const ended = await once(means, { operation, call, anew });
      const { response } = ended.came ?? {};
      const next = response?.ok === true ? well : await nextAfter(means, ended, { call, retries });
      const { error, unclear, repeatsInMs } = next;
      if (unclear) trace.unclear = true;
      const headers = tellEnd && response ? shownHeaders(response.headers) : {};
      const { status } = response ?? {};
      tellEnd?.({ durationMs: time.now() - begun, status, headers, error, repeatsInMs });
      if (repeatsInMs === undefined) {
        if (ended.came === undefined) throw error;
        if (response?.ok === true) budget.refill();
        return ended.came;
      }
      await pause(repeatsInMs, time, { signal, operation, trace });
    }
  };
}

function seenOf(operation: KeyedOperation, { to, method }: Parcel, trace: Trace): RequestSeen {
  const url = typeof to === 'string' ? to : to.url;
  return { operation, method, url: url.replace(/\?.*/s, ''), attempt: trace.attempts + 1 };
}

const well: Next = { unclear: false, error: undefined, repeatsInMs: undefined };

/** A call with how often it was repeated. */
export interface Repeated {
  readonly call: Ongoing;
  readonly retries: number;
}

/** What is needed after a failure is loaded after one; where even that fails, nothing is repeated. */
async function nextAfter(means: SendingMeans, ended: Ended, repeated: Repeated): Promise<Next> {
  try {
    const { weighed } = await import('./weigh-end.ts');
    return weighed(means, ended, repeated);
  } catch {
    const { operation, came, error } = ended;
    const { attempts } = repeated.call.trace;
    const lost = () => new NetworkError({ operation, attempts, sent: true, code: undefined });
    return { ...well, unclear: true, error: error ?? (came ? undefined : lost()) };
  }
}

interface Once {
  readonly operation: KeyedOperation;
  readonly call: Ongoing;
  readonly anew: Attempt['send'];
}

async function once({ time }: SendingMeans, { operation, call, anew }: Once): Promise<Ended> {
  const { trace, signal, timeoutMs, deadlineMs, endsAt } = call;
  const left = endsAt - time.now();
  if (left <= 0) throw new TimeoutError('deadlineMs', deadlineMs, { operation, ...trace });
  const limit = left < timeoutMs ? 'deadlineMs' : 'timeoutMs';
  const attempt = { operation, trace, signal, send: anew, limit, limitMs: call[limit] } as const;
  try {
    const came = await attemptOnce(time, { ...attempt, leftMs: Math.min(left, timeoutMs) });
    return 'thrown' in came ? { operation, lost: came } : { operation, came };
  } catch (error) {
    if (!isDistributionError(error)) throw error;
    return { operation, error };
  }
}
