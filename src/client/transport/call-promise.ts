/** The promise every call returns: of its content, with two other ways to take the same result. */
import {
  isDistributionError,
  isMessageError,
  isProblemError,
  isRateLimited,
  isServerFailure,
  isUnauthorizedError,
  type ErrorsByType,
  type MessageError,
  type ProblemError,
  type ResponseError,
  type UnauthorizedError,
} from '../errors/index.ts';
import type { CallResult } from './service.ts';

/** Await it for the content. The call has been started already; the two methods send nothing. */
export interface CallPromise<T, Received = Response> extends Promise<T> {
  /**
   * The content with the response it came in: `{ data, response, attempts }`.
   * @throws whatever the call throws
   * @example
   * const { data, response } = await distribution.books.get(id).withResponse();
   * console.log(response.headers.get('date'));
   */
  readonly withResponse: () => Promise<CallResult<T, Received>>;
  /**
   * The outcome of the call as a value, distinguished by `status`, instead of an exception.
   * @throws TypeError only, for arguments that nothing can be sent with
   * @example
   * const outcome = await distribution.books.publish(id).safe();
   * if (outcome.status === 422) console.log(outcome.error.message);
   */
  readonly safe: () => Promise<Outcome<T>>;
}

/** A call of several requests, such as an upload. Its response is the last one of the service, when there was any. */
export type MultiCallPromise<T> = CallPromise<T, Response | undefined>;

/** The errors of no response, each named by its type. */
type OtherOutcome = {
  [Type in keyof ErrorsByType]: { ok: false; status: Type; error: ErrorsByType[Type] };
}[Exclude<
  keyof ErrorsByType,
  'problem' | 'message' | 'unauthorized' | 'rate-limited' | 'server-error'
>];

const successes = [200, 201, 202, 203, 204, 205, 206] as const;
const refusals = [400, 404, 409, 422] as const;

/**
 * How a call ended: a success with its status (200 when it took more than one request), a documented refusal with its
 * own, any other status as a word, and without a response the type of the error.
 */
export type Outcome<T> =
  | { ok: true; status: (typeof successes)[number]; data: T }
  | { ok: false; status: (typeof refusals)[number]; error: ProblemError | MessageError }
  | { ok: false; status: 401; error: UnauthorizedError }
  | { ok: false; status: 429 | 'server-error' | 'refused'; error: ResponseError }
  | OtherOutcome;

/** Starts a call. */
export function createCall<T, Received extends Response | undefined>(
  start: () => Promise<CallResult<T, Received>>,
): CallPromise<T, Received> {
  const result = start();
  const promise = result.then(({ data }) => data);
  // The promise that is returned reports the failure, so the other must not count as unhandled.
  const take = () => {
    promise.catch(() => undefined);
    return result;
  };
  return Object.assign(promise, {
    withResponse: take,
    safe: async () => take().then(describeSuccess, describeFailure),
  });
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

function describeSuccess<T>({ data, response }: CallResult<T, Response | undefined>): Outcome<T> {
  const status = successes.find((each) => each === response?.status) ?? 200;
  return { ok: true, status, data };
}

function describeFailure(error: unknown): Outcome<never> {
  if (isUnauthorizedError(error)) return { ok: false, status: 401, error };
  if (isRateLimited(error)) return { ok: false, status: 429, error };
  if (isServerFailure(error)) return { ok: false, status: 'server-error', error };
  if (isProblemError(error) || isMessageError(error)) {
    const status = refusals.find((each) => each === error.status) ?? 'refused';
    return { ok: false, status, error };
  }
  return describeOther(error);
}

/** The type of the error is the status; the overload says so, since no assignment can for all types at once. */
function describeOther(error: unknown): OtherOutcome;
function describeOther(error: unknown): { ok: boolean; status: unknown; error: unknown } {
  if (!isDistributionError(error)) throw error;
  return { ok: false, status: error.type, error };
}
