/** The promise that every call returns: for its content, with two other forms of the same result. */
import { isDistributionError, type ErrorsByType, type ResponseError } from '../errors/index.ts';

/** The result of a call, with its response. */
export interface CallResult<T, Received = Response> {
  readonly data: T;
  /** The response as it was received. Its body can still be read. */
  readonly response: Received;
  /** The number of requests that were sent for it. */
  readonly attempts: number;
}

/** Await it for the content. The call has been started already; the two methods send nothing. */
export interface CallPromise<T, Received = Response> extends Promise<T> {
  /**
   * The content with its response.
   * @throws everything that the call throws
   * @example
   * const { data, response } = await distribution.books.get(id).withResponse();
   * console.log(response.headers.get('date'));
   */
  readonly withResponse: () => Promise<CallResult<T, Received>>;
  /**
   * The outcome of the call as a value instead of an exception.
   * @throws TypeError only, for arguments that nothing can be sent with
   * @example
   * const outcome = await distribution.books.publish(id).safe();
   * if (outcome.status === 422) console.log(outcome.error.message);
   */
  readonly safe: () => Promise<Outcome<T>>;
}

/** A call of several requests, such as an upload. Its response is the last one of the service, when there was any. */
export type MultiCallPromise<T> = CallPromise<T, Response | undefined>;

/** The outcome of a call: a `status` narrows to the errors of a response, and a `type` to one class. */
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
  // The promise that is returned reports the failure, so the other must not count as unhandled.
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

/** Awaits the calls that a call of several requests makes; `collect` adds the last response to the content. */
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
