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
export function createHealth({ limit, onUnusable }: HealthOptions) {
  let inFlight = 0;
  let lastUsable = performance.now();
  /** Responses of 401 to the key of the run, in a row. */
  let refusals = 0;
  /** Responses of 500 and above that are not transient, in a row. */
  let failures = 0;
  let isClosed = false;
  /** The time since which no usable response arrived although one was expected. */
  let troubledSince: number | undefined;
  let lastFailure: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  const report = (...reason: Parameters<HealthOptions['onUnusable']>): void => {
    if (isClosed) return;
    isClosed = true;
    onUnusable(...reason);
  };
  const check = (timeLimit: number): void => {
    timer = undefined;
    if (troubledSince === undefined || isClosed) return;
    const remainingTime = troubledSince + timeLimit - performance.now();
    if (remainingTime > 0) timer = setTimeout(check, remainingTime, timeLimit);
    else report('stopped responding', describeSilence(lastFailure, timeLimit));
  };
  return {
    /** Notes that a request was sent. */
    begin: (): void => {
      inFlight += 1;
      troubledSince ??= performance.now();
      if (limit !== undefined && !isClosed) timer ??= setTimeout(check, limit, limit);
    },
    /** Notes how it ended: undefined for a usable response, else the failure in words. */
    end: (failure: string | undefined, wait = 0): void => {
      inFlight -= 1;
      lastFailure = failure;
      if (failure === undefined) {
        lastUsable = performance.now();
        troubledSince = inFlight > 0 ? lastUsable : undefined;
      } else if (troubledSince !== undefined) {
        // A service that sends Retry-After is still there.
        troubledSince += wait;
      }
    },
    /** Notes a response with a status of the service itself, such as 200, 422 or 500. */
    recordStatus: (status: number): void => {
      failures = status < 500 ? 0 : failures + 1;
      if (failures < maxFailures) return;
      const message = `The service failed ${maxFailures} requests in a row with ${status}.`;
      report('stopped responding', `${message} Check its logs, and run again when it works.`);
    },
    /** Notes whether the service accepted the API key of the run. */
    recordKey: (isAccepted: boolean): void => {
      refusals = isAccepted ? 0 : refusals + 1;
      if (refusals < maxKeyRefusals) return;
      const message = `The service accepted the API key at first and then answered 401 to ${maxKeyRefusals} requests in a row.`;
      const advice = 'Check whether the key was revoked or a quota is used up.';
      report('key refused', `${message} ${advice}`);
    },
    /** When the last usable response arrived, by `performance.now()`. */
    lastUsable: (): number => lastUsable,
    /** Stops watching. */
    close: (): void => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

function describeSilence(failure: string | undefined, limit: number): string {
  const lastFailure =
    failure === undefined ? 'requests are still without a response' : `last: ${failure}`;
  return `The service gave no usable response for ${Math.round(limit / 1000)} s (${lastFailure}). Check that it is up, and run again.`;
}
