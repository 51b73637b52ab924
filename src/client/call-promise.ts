/** What every call returns: a promise of its content, with two other ways to take the same answer. */
import type {
  AnswerError,
  MessageError,
  ProblemError,
  UnauthorizedError,
} from './answer-errors.ts';
import {
  isMessageError,
  isProblemError,
  isRateLimited,
  isServerFailure,
  isUnauthorizedError,
  type ErrorsByKind,
} from './error-guards.ts';
import { kindOf } from './errors.ts';
import type { Answered } from './line.ts';

/** Await it for the content. The call is under way already; the two methods send nothing. */
export interface CallPromise<T> extends Promise<T> {
  /**
   * The content with the answer it came in: `{ data, response, attempts }`.
   * @throws whatever the call throws
   * @example
   * const { data, response } = await distribution.books.get(id).withResponse();
   * console.log(response.headers.get('date'));
   */
  readonly withResponse: () => Promise<Answered<T>>;
  /**
   * How the call ended as a value, told apart by `status`, instead of an exception.
   * @throws TypeError only, for arguments nothing can be sent with
   * @example
   * const outcome = await distribution.books.publish(id).safe();
   * if (outcome.status === 422) console.log(outcome.error.message);
   */
  readonly safe: () => Promise<Outcome<T>>;
}

/** The errors besides those of an answer, each told by its kind. */
type OtherKind = Exclude<
  keyof ErrorsByKind,
  'problem' | 'message' | 'unauthorized' | 'rate-limited' | 'server-error'
>;

type Lost = { [K in OtherKind]: { ok: false; status: K; error: ErrorsByKind[K] } }[OtherKind];

const successes = [200, 201, 202, 203, 204, 205, 206] as const;
const refusals = [400, 404, 409, 422] as const;

/**
 * How a call ended: a success with its status (200 where the answer took more than one request), a
 * documented refusal with its own, any other status in a word, and without an answer the error's kind.
 */
export type Outcome<T> =
  | { ok: true; status: (typeof successes)[number]; data: T }
  | { ok: false; status: (typeof refusals)[number]; error: ProblemError | MessageError }
  | { ok: false; status: 401; error: UnauthorizedError }
  | { ok: false; status: 429; error: AnswerError }
  | { ok: false; status: 'server-error'; error: AnswerError }
  | { ok: false; status: 'refused'; error: AnswerError }
  | Lost;

/** Starts a call. */
export function callPromise<T>(call: () => Promise<Answered<T>>): CallPromise<T> {
  const answered = call();
  const promise = answered.then(({ data }) => data);
  return Object.assign(promise, {
    withResponse: async () => {
      handled(promise);
      return answered;
    },
    safe: async () => {
      handled(promise);
      return answered.then(success, failure);
    },
  });
}

/** Its failure is told by the other promise. */
function handled(promise: Promise<unknown>): void {
  promise.catch(() => undefined);
}

function success<T>({ data, response }: Answered<T>): Outcome<T> {
  const status = successes.find((each) => each === response.status) ?? 200;
  return { ok: true, status, data };
}

function failure(error: unknown): Outcome<never> {
  if (isUnauthorizedError(error)) return { ok: false, status: 401, error };
  if (isRateLimited(error)) return { ok: false, status: 429, error };
  if (isServerFailure(error)) return { ok: false, status: 'server-error', error };
  if (isProblemError(error) || isMessageError(error)) {
    const status = refusals.find((each) => each === error.status) ?? 'refused';
    return { ok: false, status, error };
  }
  return lost(error);
}

/** Its kind is its status; the overload says so, since no assignment can for all kinds at once. */
function lost(error: unknown): Lost;
function lost(error: unknown): { ok: boolean; status: unknown; error: unknown } {
  const kind = kindOf(error);
  if (typeof kind !== 'string' || /^(upload|preflight)/.test(kind)) throw error;
  return { ok: false, status: kind, error };
}
