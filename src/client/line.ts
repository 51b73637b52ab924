/** The line to the service that every call of `books` goes over: how it is asked, and how answers are read. */
import {
  MessageError,
  ProblemError,
  RateLimitedError,
  ServerError,
  UnauthorizedError,
  UnexpectedAnswerError,
} from './answer-errors.ts';
import type { KeyedOperation } from './book.ts';
import { limitsOf, type CallOptions, type Limits } from './call-options.ts';
import type { Mask } from './mask.ts';
import { pause } from './one-attempt.ts';
import { outlineOf } from './outline.ts';
import { messageIn, problemIn } from './problem.ts';
import type { Raw } from './raw.ts';
import { retryAfterOf } from './retry-after.ts';
import type { Patience, Patient } from './patience.ts';
import type { Send, Trace } from './sending.ts';
import type { Time } from './time.ts';
import type { Validate } from './validation.ts';

/** Brings every documented form of one success answer into one, and refuses to guess at any other. */
export interface Normaliser<T> {
  /** In words, for the error: what the document describes. */
  readonly expected: string;
  /** The answer's content, or undefined when the body is none of the documented forms. */
  readonly read: (body: unknown) => T | undefined;
  /** For a call where some refusal is an answer too: its content, or undefined for any other refusal. */
  readonly refusal?: ((status: number, body: unknown) => T | undefined) | undefined;
}

/** What a call of the raw client made with `parseAs: 'text'` resolves to. */
export interface RawAnswer {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** A call as it began: every request made for it shares its signal, its headers and its deadline. */
export interface Begun extends Patient {
  readonly headers: Readonly<Record<string, string>>;
}

/** The part of openapi-fetch's options that every request shares. */
export interface Sent {
  /** Read as text: a page of HTML must not throw. */
  readonly parseAs: 'text';
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: (request: Request) => Promise<Response>;
}

export interface Question<T> {
  readonly operation: KeyedOperation;
  readonly as: Normaliser<T>;
  readonly call: Begun;
  /** Where to count, for a caller that must know what happened on the way. */
  readonly trace?: Trace | undefined;
  /** Sends it over the raw client with what every request shares. */
  readonly send: (sent: Sent) => Promise<RawAnswer>;
}

/** What a success answer held, and the answer itself. */
export interface Answered<T> {
  readonly data: T;
  /** The answer as it came; its body can still be read. */
  readonly response: Response;
  /** How many requests were sent for it. */
  readonly attempts: number;
}

/** A call that asks for another try. */
export interface Repeating {
  readonly operation: KeyedOperation;
  /** How many requests were sent for it. */
  readonly attempts: number;
  /** How often it was repeated before. */
  readonly retries: number;
}

export interface Line {
  readonly raw: Raw;
  readonly time: Time;
  /** Waits before a repetition and says true, or says false at once where there must be none. */
  readonly mayRepeat: (call: Begun, asked: Repeating) => Promise<boolean>;
  readonly begin: (options: CallOptions | undefined) => Begun;
  /** The content of a success answer; throws the error that fits any other ending. */
  readonly ask: <T>(question: Question<T>) => Promise<Answered<T>>;
}

export interface LineMeans {
  readonly raw: Raw;
  readonly send: Send;
  readonly patience: Patience;
  readonly limits: Limits;
  readonly time: Time;
  readonly mask: Mask;
  readonly validate: Validate | undefined;
}

export function createLine({ raw, send, patience, limits, time, mask, validate }: LineMeans): Line {
  return {
    raw,
    time,
    mayRepeat: async (call, { operation, attempts, retries }) => {
      const wait = patience(call, { retries });
      if (wait === undefined) return false;
      await pause(wait, time, { signal: call.signal, operation, trace: { attempts } });
      return true;
    },
    begin: ({ signal, headers = {}, ...own } = {}) => {
      const set = limitsOf(own, limits);
      return { ...set, signal, headers, endsAt: time.now() + set.deadlineMs };
    },
    ask: async ({ operation, as, call, send: over, trace = { attempts: 0, unclear: false } }) => {
      const answer = await over({
        parseAs: 'text',
        headers: call.headers,
        fetch: async (request) => send(request, { ...call, trace }),
      });
      const { response } = answer;
      const { attempts } = trace;
      const body = response.ok ? parsed(answer.data) : answer.error;
      const data = response.ok ? as.read(body) : as.refusal?.(response.status, body);
      const { status } = response;
      if (response.ok && data !== undefined) {
        await validate?.({ operation, status, attempts }, body);
      }
      if (data !== undefined) return { data, response, attempts };
      const { expected } = as;
      throw refusalOf({ operation, attempts, response, body, expected, mask, now: time.now() });
    },
  };
}

/** A success body as openapi-fetch leaves it with `parseAs: 'text'`: absent, empty, JSON or other text. */
function parsed(text: unknown): unknown {
  if (typeof text !== 'string' || text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

interface Refusal {
  readonly operation: KeyedOperation;
  readonly attempts: number;
  readonly response: Response;
  readonly body: unknown;
  readonly expected: string;
  readonly mask: Mask;
  readonly now: number;
}

/** By body first, then by status; a 401 is one whatever came with it (document: Errors). */
function refusalOf({ operation, attempts, response, body, expected, mask, now }: Refusal): Error {
  const { status, ok, headers } = response;
  const refused = { operation, status, attempts, retryAfterMs: retryAfterOf(headers, now) };
  if (status === 401) return new UnauthorizedError(refused);
  const problem = ok ? undefined : problemIn(body, mask);
  if (problem !== undefined) return new ProblemError(problem, refused);
  const message = ok ? undefined : messageIn(body, mask);
  if (message !== undefined) return new MessageError(message, refused);
  if (status === 429) return new RateLimitedError(refused);
  if (status >= 500) return new ServerError(refused);
  const came = mask(outlineOf(response, body));
  return new UnexpectedAnswerError({ ...refused, expected, came, body });
}
