/** The line to the service that every call of `books` goes over: how it is asked, and how answers are read. */
import type { KeyedOperation } from './book.ts';
import { limitsOf, type CallOptions, type Limits } from './call-options.ts';
import { DistributionError, type ErrorOrigin } from './errors.ts';
import { keepText } from './kept-text.ts';
import type { Keyring } from './keyring.ts';
import { loadedAfter } from './later.ts';
import type { Mask } from './mask.ts';
import type { Came } from './one-attempt.ts';
import type { PatienceMeans, Patient } from './patience.ts';
import { parcelOf, type Question } from './question.ts';
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

/** A call as it began: every request made for it shares its signal, its headers and its deadline. */
export interface Begun extends Patient {
  readonly headers: Readonly<Record<string, string>>;
}

/** A question of a call, and how its answer is read. */
export interface Asked<O extends KeyedOperation, T> extends Question<O> {
  readonly as: Normaliser<T>;
  readonly call: Begun;
  /** Where to count, for a caller that must know what happened on the way. */
  readonly trace?: Trace | undefined;
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
  readonly time: Time;
  /** What it takes to wait before a repetition. */
  readonly patience: PatienceMeans;
  readonly begin: (options: CallOptions | undefined) => Begun;
  /** The content of a success answer; throws the error that fits any other ending. */
  readonly ask: <O extends KeyedOperation, T>(asked: Asked<O, T>) => Promise<Answered<T>>;
}

export interface LineMeans {
  readonly keys: Keyring;
  readonly send: Send;
  readonly patience: PatienceMeans;
  readonly limits: Limits;
  readonly mask: Mask;
  readonly validate: Validate | undefined;
}

export function createLine({ keys, send, patience, limits, mask, validate }: LineMeans): Line {
  const { time } = patience;
  return {
    patience,
    time,
    begin: (options = {}) => {
      const { timeoutMs, deadlineMs, maxRetries } = limitsOf(options, limits);
      const { signal, headers = {} } = options;
      const endsAt = time.now() + deadlineMs;
      return { timeoutMs, deadlineMs, maxRetries, signal, headers, endsAt };
    },
    ask: async (asked) => {
      const { operation, as, call, trace = { attempts: 0, unclear: false } } = asked;
      const parcel = parcelOf(keys, asked, call.headers);
      const came = await send(operation, parcel, { ...call, trace });
      const { attempts } = trace;
      const { response, text } = came;
      const { ok, status } = response;
      const body = parsed(text);
      const content = ok ? as.read(body) : undefined;
      if (content !== undefined) {
        await validate?.({ operation, status, attempts }, body);
        return answered(content, came, attempts);
      }
      const unread = unreadRefusal({ operation, status, attempts });
      const { refusalOf } = await loadedAfter(unread, import('./refusal.ts'));
      const { expected } = as;
      const now = time.now();
      const error = refusalOf({ operation, attempts, response, body, expected, mask, now });
      const data = as.refusal?.(error);
      if (data === undefined) throw error;
      return answered(data, came, attempts);
    },
  };
}

/** Few ask for the Response, and making it readable again costs; so that waits until one does. */
function answered<T>(data: T, came: Came, attempts: number): Answered<T> {
  return {
    data,
    get response() {
      return keepText(came);
    },
    attempts,
  };
}

/** Of a refusal that cannot even be read, since the part that reads it cannot be loaded. */
function unreadRefusal(origin: ErrorOrigin): Error {
  const message = `${origin.operation} was answered ${origin.status}.`;
  return new DistributionError('unexpected-answer', message, origin);
}

/** What a body says: nothing, JSON, or other text, such as a page of HTML. */
function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
