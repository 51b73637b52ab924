/** Notices when a service stops responding, fails permanently or stops accepting the API key. */

export interface HealthOptions {
  /** Milliseconds without a usable response after which the service counts as gone; undefined for never. */
  readonly limit: number | undefined;
  /** Called once, with the reason in words. */
  readonly onUnusable: (why: 'stopped responding' | 'key refused', because: string) => void;
}

/** A single 401 may be a fault of one operation; this many in a row mean that the key is no longer valid. */
const maxKeyRefusals = 10;

/** A single 500 is for the cases to judge; a service that returns this many in a row is broken as a whole. */
const maxFailures = 40;

export type Health = ReturnType<typeof createHealth>;

/** Creates a health check. It counts time only while a request is in flight. */
export function createHealth(options: HealthOptions) {
  const { limit } = options;
  const lastUsable = performance.now();
  const state: HealthState = { inFlight: 0, lastUsable, refusals: 0, failures: 0, isClosed: false };
  return {
    /** Notes that a request was sent. */
    begin: (): void => {
      state.inFlight += 1;
      state.troubledSince ??= performance.now();
      if (limit !== undefined && !state.isClosed) {
        state.timer ??= setTimeout(() => check(state, limit, options), limit);
      }
    },
    /** Notes how it ended: undefined for a usable response, else the failure in words. */
    end: (failure: string | undefined, wait = 0): void => recordEnd(state, failure, wait),
    /** Notes a response with a status of the service itself, such as 200, 422 or 500. */
    recordStatus: (status: number): void => countFailures(state, status, options),
    /** Notes whether the service accepted the API key of the run. */
    recordKey: (accepted: boolean): void => countKeyRefusals(state, accepted, options),
    /** When the last usable response arrived, by `performance.now()`. */
    lastUsable: (): number => state.lastUsable,
    close: (): void => {
      state.isClosed = true;
      clearTimeout(state.timer);
    },
  };
}

function countFailures(state: HealthState, status: number, { onUnusable }: HealthOptions): void {
  state.failures = status < 500 ? 0 : state.failures + 1;
  if (state.failures < maxFailures || state.isClosed) return;
  state.isClosed = true;
  const message = `The service failed ${maxFailures} requests in a row with ${status}.`;
  onUnusable('stopped responding', `${message} Check its logs, and run again when it works.`);
}

function countKeyRefusals(
  state: HealthState,
  isAccepted: boolean,
  { onUnusable }: HealthOptions,
): void {
  state.refusals = isAccepted ? 0 : state.refusals + 1;
  if (state.refusals < maxKeyRefusals || state.isClosed) return;
  state.isClosed = true;
  const message = `The service accepted the API key at first and then answered 401 to ${maxKeyRefusals} requests in a row.`;
  onUnusable('key refused', `${message} Check whether the key was revoked or a quota is used up.`);
}

function check(state: HealthState, limit: number, options: HealthOptions): void {
  delete state.timer;
  if (state.troubledSince === undefined || state.isClosed) return;
  const remainingTime = state.troubledSince + limit - performance.now();
  if (remainingTime > 0) {
    state.timer = setTimeout(() => check(state, limit, options), remainingTime);
    return;
  }
  state.isClosed = true;
  options.onUnusable('stopped responding', describeSilence(state, limit));
}

function recordEnd(state: HealthState, failure: string | undefined, wait: number): void {
  state.inFlight -= 1;
  if (failure !== undefined) {
    state.failure = failure;
    // A service that sends Retry-After is still there.
    if (state.troubledSince !== undefined) state.troubledSince += wait;
    return;
  }
  delete state.failure;
  state.lastUsable = performance.now();
  if (state.inFlight > 0) state.troubledSince = state.lastUsable;
  else delete state.troubledSince;
}

interface HealthState {
  inFlight: number;
  lastUsable: number;
  /** Responses of 401 to the key of the run, in a row. */
  refusals: number;
  /** Responses of 500 and above that are not transient, in a row. */
  failures: number;
  isClosed: boolean;
  /** The time since which no usable response arrived although one was expected. */
  troubledSince?: number;
  /** The last failure, in words. */
  failure?: string;
  timer?: NodeJS.Timeout;
}

function describeSilence({ failure }: HealthState, limit: number): string {
  const lastFailure =
    failure === undefined ? 'requests are still without a response' : `last: ${failure}`;
  return `The service gave no usable response for ${Math.round(limit / 1000)} s (${lastFailure}). Check that it is up, and run again.`;
}
