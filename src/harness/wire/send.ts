/**
 * Sends a request until its outcome is known. Transient failures (429, 502, 503, 504, no response)
 * say nothing about the requirement that is tested, so no case ever sees one.
 */
import { type Exchange, Unanswered, Unproven } from '../evidence/index.ts';
import type { Health } from './health.ts';
import { type Pace, waitFor } from './pace.ts';
import type { OutgoingRequest, RawResponse } from './record-exchange.ts';
import type { Scope } from './scope.ts';

/** `once` leaves failures to the caller; `cleaning` gives up early and ignores the budgets of the run. */
export type SendMode = 'until known' | 'once' | 'cleaning';

export interface SendOptions {
  readonly pace: Pace;
  readonly health: Health;
  readonly mode: SendMode;
  readonly scope: Scope;
  /** Sends the request once. */
  readonly transmit: () => Promise<RawResponse>;
  /** Records a response, also one of a transient failure. */
  readonly record: (response: RawResponse) => Exchange;
  /** Makes sure that an attempt without a known outcome left nothing behind. False if that is not known. */
  readonly undo: () => Promise<boolean>;
  /** True if the service responds to another request. */
  readonly isAlive: () => Promise<boolean>;
}

const transient: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Returns whether a status says nothing about the request that got it. No case sees such a response. */
export function isTransient(status: number): boolean {
  return transient.has(status);
}

/** Attempts before a request is given up while the service responds to others. */
const attempts = { 'until known': 4, once: 1, cleaning: 2 } as const;
const longestPause = 2_000;
const longestRetryAfter = 60_000;

/**
 * Sends a request and returns the first response that is not a transient failure.
 * @throws Unproven when there is none
 */
export async function sendUntilKnown(
  outgoing: OutgoingRequest,
  options: SendOptions,
): Promise<Exchange> {
  const { pace, mode, scope } = options;
  const failures: string[] = [];
  const started = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    await pace.admit(scope.signal, mode === 'cleaning');
    const result = await attemptOnce(outgoing, options);
    if (result.failure === undefined || (mode === 'once' && result.exchange)) {
      return result.exchange ?? giveUp(outgoing, failures);
    }
    failures.push(result.failure);
    if (scope.signal.aborted || mode === 'once') throw result.error ?? new Unproven('interrupted');
    if (result.mayBeDone && !(await options.undo())) scope.unclear += 1;
    if (attempt >= attempts[mode] && (await isPointless(options, started))) {
      return giveUp(outgoing, failures);
    }
    pace.tally.repeated += 1;
    await waitFor(Math.max(result.wait, Math.min(longestPause, 100 * 2 ** attempt)), scope.signal);
  }
}

/** If the service fails every request, waiting is better than giving up: the health check ends the run in time. */
async function isPointless({ mode, health, isAlive }: SendOptions, since: number) {
  return mode === 'cleaning' || health.lastUsable() > since || (await isAlive());
}

interface Attempt {
  /** Undefined if no response arrived. */
  readonly exchange?: Exchange;
  /** Undefined for a response that counts. */
  readonly failure?: string;
  readonly error?: Unanswered;
  /** True if the service may have carried out the request. */
  readonly mayBeDone: boolean;
  /** Milliseconds that Retry-After asks for. */
  readonly wait: number;
}

async function attemptOnce(outgoing: OutgoingRequest, options: SendOptions): Promise<Attempt> {
  const { health, pace } = options;
  const writes = outgoing.method !== 'GET';
  const started = performance.now();
  health.begin();
  try {
    const response = await options.transmit();
    const { status, headers } = response;
    const failure = isTransient(status) ? String(status) : undefined;
    const wait = failure === undefined ? 0 : retryAfter(headers['retry-after']);
    // A 500 is a response that cases judge, but a service that gives nothing else is not usable.
    health.end(failure ?? (status >= 500 ? String(status) : undefined), wait);
    if (failure === undefined) health.hearStatus(status);
    if (outgoing.key === 'own' && failure === undefined) health.hearKey(status !== 401);
    const exchange = options.record(response);
    if (failure === undefined) return { exchange, mayBeDone: false, wait };
    // A 429 says that the service did nothing.
    return { exchange, failure, mayBeDone: writes && status !== 429, wait };
  } catch (error) {
    health.end(error instanceof Error ? error.message : String(error));
    if (!(error instanceof Unanswered)) throw error;
    const mayBeDone = writes && !/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(error.code);
    return { failure: error.message.split(': ').at(-1) ?? '', error, mayBeDone, wait: 0 };
  } finally {
    pace.tally.waited += performance.now() - started;
  }
}

function giveUp({ method, path }: OutgoingRequest, failures: readonly string[]): never {
  const times = failures.length === 1 ? 'once' : `${failures.length} times`;
  const distinct = [...new Set(failures)].join(', ');
  throw new Unproven(`${method} ${path} failed transiently ${times}: ${distinct}`);
}

/** Returns the milliseconds in a Retry-After header, given in seconds or as a date; 0 without a readable one. */
function retryAfter(header: string | undefined): number {
  if (header === undefined) return 0;
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isNaN(wait) ? 0 : Math.min(longestRetryAfter, Math.max(0, wait));
}
