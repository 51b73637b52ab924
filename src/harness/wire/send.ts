/**
 * Sends a request until its outcome is known. A transient failure (429, 502, 503, 504, no response) says
 * nothing about the requirement under test, so the request is repeated. Only the mode `once` returns one.
 */
import { failuresInARow, type ObservedExchange, type SentRequest } from '../../monitor/index.ts';
import {
  type Consent,
  type Exchange,
  preciseNow,
  Unanswered,
  Unproven,
} from '../evidence/index.ts';
import type { AdjustableClock } from './clock.ts';
import type { Health } from './health.ts';
import { type Lateness, type Pace, waitFor } from './pace.ts';
import type { Ownership } from './ownership.ts';
import type { Scope } from './scope.ts';
import { type OutgoingRequest, type Network, transmit } from './transmit.ts';

export interface WireOptions {
  /** Origin and prefix, without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The key of a second account; undefined if there is none. */
  readonly secondKey?: string | undefined;
  readonly allow: ReadonlySet<Consent>;
  readonly clock: AdjustableClock;
  readonly ownership: Ownership;
  readonly pace: Pace;
  readonly health: Health;
  /** Asks again while a response shows an older state; without it, cases get the first response. */
  readonly lateness?: Lateness;
  /** Lets time go by before a request is sent again; in real time by default. */
  readonly pause?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** The timeout of one response, in milliseconds. */
  readonly timeout: number;
  readonly network: Network;
  /** Called with every attempt, also with those that no case sees: transient failures, and calls without a response. */
  readonly onAttempt?: (exchange: ObservedExchange, scope: Scope) => void;
  /** Called with the response that a case gets; `isCertain` is false if an earlier attempt may have been carried out. */
  readonly onExchange: (exchange: Exchange, scope: Scope, isCertain: boolean) => void;
}

/** `once` leaves failures to the caller; `cleaning` gives up early and ignores the budgets of the run. */
export type SendMode = 'until known' | 'once' | 'cleaning';

/** The calls of a run that wait for a response, and the number of its last exchange. */
export interface OpenCalls {
  readonly inFlight: Set<OutgoingRequest>;
  /** The number of the last exchange, counted from 1. */
  lastNumber: number;
  /** The operations of calls that got a 500 each time. They are not sent again. */
  readonly failing: Set<OutgoingRequest['operation']>;
}

export interface SendContext {
  readonly request: OutgoingRequest;
  readonly scope: Scope;
  readonly mode: SendMode;
  readonly calls: OpenCalls;
  readonly options: WireOptions;
  /** Removes what an attempt with an unknown outcome may have created. False if the outcome stays unknown. */
  readonly undo: () => Promise<boolean>;
  /** True if the service responds to another request. */
  readonly isAlive: () => Promise<boolean>;
}

const transientStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Returns true for a status that says nothing about the requirement under test. */
export function isTransient(status: number): boolean {
  return transientStatuses.has(status);
}

/** Attempts before a request is given up while the service responds to others. */
const attempts = { 'until known': failuresInARow, once: 1, cleaning: 2 } as const;
const maxPause = 2_000;
const maxRetryAfter = 60_000;

/**
 * Sends a request and returns the first response that is not a transient failure.
 * @throws Unproven when there is none
 */
export async function sendUntilKnown(call: SendContext): Promise<Exchange> {
  const { request, scope, mode, options } = call;
  const { pace, health } = options;
  const failures: string[] = [];
  const startTime = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    await pace.admit(scope.signal, mode === 'cleaning');
    const result = await attemptOnce(call);
    if (result.failure === undefined || (mode === 'once' && result.exchange)) {
      const exchange = result.exchange ?? giveUp(request, failures);
      if (!(await mustAskAgain(call, exchange, attempt))) return exchange;
    } else {
      failures.push(result.failure);
      if (scope.signal.aborted || mode === 'once')
        throw result.error ?? new Unproven('interrupted');
      if (result.mayBeDone && !(await call.undo())) scope.unclearWrites += 1;
      // A service that fails every request may recover, and the health check ends the run if it does not.
      const failsOnlyThis = async (): Promise<boolean> =>
        mode === 'cleaning' || health.lastUsable() > startTime || call.isAlive();
      // A service that limits its rate accepts the same request later, also in the clean-up.
      const isLimited = result.exchange?.response.status === 429;
      const limit = isLimited ? failuresInARow : attempts[mode];
      if (attempt >= limit && (await failsOnlyThis())) return giveUp(request, failures);
      // The last failure counts against the service only if it has responded to another request.
      if (attempt === failuresInARow - 1) await call.isAlive();
    }
    pace.tally.repeated += 1;
    const wait = Math.max(result.wait, Math.min(maxPause, 100 * 2 ** attempt));
    await (options.pause ?? waitFor)(wait, scope.signal);
  }
}

/** Returns whether a call is sent again after a 500, to see whether it keeps failing while others do not. */
async function mustAskAgain(
  { request: { operation }, mode, calls, isAlive, undo }: SendContext,
  { response }: Exchange,
  attempt: number,
): Promise<boolean> {
  const isFailure = response.status >= 500 && operation !== 'putFile';
  if (!isFailure || mode !== 'until known' || calls.failing.has(operation)) return false;
  if (attempt >= attempts[mode]) {
    calls.failing.add(operation);
    return false;
  }
  return (await isAlive()) && (operation !== 'createBook' || undo());
}

interface AttemptResult {
  /** Undefined if no response arrived. */
  readonly exchange?: Exchange;
  /** Undefined for a response that counts. */
  readonly failure?: string | undefined;
  readonly error?: Unanswered;
  /** True if the service may have carried out the request. */
  readonly mayBeDone: boolean;
  /** Milliseconds that Retry-After asks for. */
  readonly wait: number;
}

async function attemptOnce(call: SendContext): Promise<AttemptResult> {
  const { request, scope, calls, options } = call;
  const { health } = options;
  const isWrite = request.sent.method !== 'GET';
  const sentAt = preciseNow();
  health.begin();
  calls.inFlight.add(request);
  try {
    const answer = await transmit(request, { ...options, signal: scope.signal });
    calls.inFlight.delete(request);
    const { status, headers } = answer.response;
    const failure = isTransient(status) ? String(status) : undefined;
    const wait = failure === undefined ? 0 : parseRetryAfter(headers['retry-after']);
    // A 500 is a response that cases judge, but a service that gives nothing else is not usable.
    health.end(failure ?? (status >= 500 ? String(status) : undefined), wait);
    if (failure === undefined) health.recordStatus(status);
    if (hasOwnKey(request.sent) && failure === undefined) health.recordKey(status !== 401);
    const exchange = { ...recordCall(call), ...answer };
    options.clock.sync(headers['date']);
    options.ownership.learn(exchange);
    options.onAttempt?.(exchange, scope);
    // A 429 says that the service did nothing.
    const mayBeDone = failure !== undefined && isWrite && status !== 429;
    return { exchange, failure, mayBeDone, wait };
  } catch (error) {
    if (!calls.inFlight.delete(request)) throw error;
    const lostCall = { ...recordCall(call), sentAt, answeredAt: preciseNow(), response: undefined };
    options.onAttempt?.(lostCall, scope);
    health.end(error instanceof Error ? error.message : String(error));
    if (!(error instanceof Unanswered)) throw error;
    const mayBeDone = isWrite && !/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(error.code);
    return { failure: error.message.split(': ').at(-1) ?? '', error, mayBeDone, wait: 0 };
  }
}

/** Numbers an attempt that has ended, and notes the calls that are still in flight. */
function recordCall({ request, calls }: SendContext) {
  calls.lastNumber += 1;
  const inFlight = [...calls.inFlight].map(({ sent }) => sent);
  return {
    number: calls.lastNumber,
    operation: request.operation,
    request: request.sent,
    inFlight,
  };
}

/** Returns true for a request with the key of the run, which is not the second account's. */
export function hasOwnKey({ key, account }: SentRequest): boolean {
  return key === 'own' && account === 'own';
}

function giveUp({ sent }: OutgoingRequest, failures: readonly string[]): never {
  const times = failures.length === 1 ? 'once' : `${failures.length} times`;
  const distinctFailures = [...new Set(failures)].join(', ');
  throw new Unproven(
    `${sent.method} ${sent.path} failed transiently ${times}: ${distinctFailures}`,
  );
}

/** Returns the milliseconds in a Retry-After header, given in seconds or as a date; 0 without a readable one. */
function parseRetryAfter(header: string | undefined): number {
  if (header === undefined) return 0;
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isNaN(wait) ? 0 : Math.min(maxRetryAfter, Math.max(0, wait));
}
