/** The promise that every call returns: it resolves with the content, and has methods for two other forms of the result. */
import { isDistributionError, type ErrorsByType, type ResponseError } from '../errors/index.ts';

/** The result of a call, with its response. */
export interface CallResult<T, Received = Response> {
  /** What the call itself resolves with. */
  readonly data: T;
  /** The response as received. Its body can still be read. */
  readonly response: Received;
  /** The number of requests that were sent for the call. */
  readonly attempts: number;
}

/** A promise of a call's content. The call has already been started; the two methods send nothing. */
export interface CallPromise<T, Received = Response> extends Promise<T> {
  /**
   * Returns the content with its response.
   * @throws the errors of the call
   * @example
   * const { data, response } = await distribution.books.get(id).withResponse();
   * console.log(response.headers.get('date'));
   */
  readonly withResponse: () => Promise<CallResult<T, Received>>;
  /**
   * Returns the outcome of the call as a value instead of an exception.
   * @throws TypeError for invalid arguments, and nothing else
   * @example
   * const outcome = await distribution.books.publish(id).safe();
   * if (outcome.status === 422) console.log(outcome.error.message);
   */
  readonly safe: () => Promise<Outcome<T>>;
}

/** A call of several requests, such as an upload. Its response is the service's last one, if there was any. */
export type MultiCallPromise<T> = CallPromise<T, Response | undefined>;

/** The outcome of a call. Its `status` narrows the type to the errors for a response, and its `type` to one class. */
export type Outcome<T> =
  | { readonly ok: true; readonly status: number; readonly data: T }
  | {
      [Type in keyof ErrorsByType]: {
        readonly ok: false;
        readonly type: Type;
        readonly status: ErrorsByType[Type] extends ResponseError ? number : undefined;
        readonly error: ErrorsByType[Type];
      };
    }[keyof ErrorsByType];

/** Starts a call. If `start` throws, the promise rejects with that error. */
export function createCall<T, Received extends Response | undefined>(
  start: () => Promise<CallResult<T, Received>>,
): CallPromise<T, Received> {
  const result = (async () => start())();
  const promise = result.then(({ data }) => data);
  // Only `result` is returned here, so a rejection of `promise` must not count as unhandled.
  const withResponse = () => {
    promise.catch(() => undefined);
    return result;
  };
  const safe = async (): Promise<Outcome<T>> =>
    withResponse().then(
      ({ data, response }) => ({ ok: true, status: response?.status ?? 200, data }),
      describeError,
    );
  return Object.assign(promise, { withResponse, safe });
}

function describeError(error: unknown): Outcome<never> {
  if (!isDistributionError(error)) throw error;
  const { type, status } = error;
  // oxlint-disable-next-line typescript/consistent-type-assertions -- no assignment can show it for all types at once
  return { ok: false, type, status, error } as Outcome<never>;
}

/** Creates a recorder for a call of several requests: `record` awaits one, and `collect` adds the last response. */
export function createRecorder() {
  let response: Response | undefined;
  let attempts = 0;
  return {
    record: async <T>(call: CallPromise<T, Response | undefined>): Promise<T> => {
      const result = await call.withResponse();
      response = result.response ?? response;
      attempts += result.attempts;
      return result.data;
    },
    collect: <T>(data: T): CallResult<T, Response | undefined> => ({ data, response, attempts }),
  };
}
