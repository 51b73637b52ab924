/** The line to the service that every call of `books` goes over: how it is asked, and how answers are read. */
import type { KeyedOperation } from './book.ts';
import { limitsOf, type CallOptions, type Limits } from './call-options.ts';
import { DistributionError, type ErrorOrigin } from './errors.ts';
import { loadedAfter } from './later.ts';
import type { Mask } from './mask.ts';
import type { Raw } from './raw.ts';
import type { PatienceMeans, Patient } from './patience.ts';
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
  readonly refusal?: ((error: Error) => T | undefined) | undefined;
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

export interface Line {
  readonly raw: Raw;
  readonly time: Time;
  /** What it takes to wait before a repetition. */
  readonly patience: PatienceMeans;
  readonly begin: (options: CallOptions | undefined) => Begun;
  /** The content of a success answer; throws the error that fits any other ending. */
  readonly ask: <T>(question: Question<T>) => Promise<Answered<T>>;
}

export interface LineMeans {
  readonly raw: Raw;
  readonly send: Send;
  readonly patience: PatienceMeans;
  readonly limits: Limits;
  readonly mask: Mask;
  readonly validate: Validate | undefined;
}

export function createLine({ raw, send, patience, limits, mask, validate }: LineMeans): Line {
  const { time } = patience;
  return {
    patience,
    raw,
    time,
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
      const { ok, status } = response;
      const body = ok ? parsed(answer.data) : answer.error;
      const content = ok ? as.read(body) : undefined;
      if (content !== undefined) {
        await validate?.({ operation, status, attempts }, body);
        return { data: content, response, attempts };
      }
      const unread = unreadRefusal({ operation, status, attempts });
      const { refusalOf } = await loadedAfter(unread, import('./refusal.ts'));
      const { expected } = as;
      const now = time.now();
      const error = refusalOf({ operation, attempts, response, body, expected, mask, now });
      const data = as.refusal?.(error);
      if (data === undefined) throw error;
      return { data, response, attempts };
    },
  };
}

/** Of a refusal that cannot even be read, since the part that reads it cannot be loaded. */
function unreadRefusal(origin: ErrorOrigin): Error {
  const message = `${origin.operation} was answered ${origin.status}.`;
  return new DistributionError('unexpected-answer', message, origin);
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
