/** The line to the service that every call of `books` goes over: the raw client, and how its answers are read. */
import type { KeyedOperation } from './book.ts';
import { MessageError, ProblemError, UnauthorizedError, UnexpectedAnswerError } from './errors.ts';
import type { Mask } from './mask.ts';
import { outlineOf } from './outline.ts';
import { messageIn, problemIn } from './problem.ts';
import type { Raw } from './raw.ts';

/** What goes with one call, always its last argument. */
export interface CallOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Sent besides those of the call. The key's own header cannot be replaced. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Brings every documented form of one success answer into one, and refuses to guess at any other. */
export interface Normaliser<T> {
  /** In words, for the error: what the document describes. */
  readonly expected: string;
  /** The answer's content, or undefined when the body is none of the documented forms. */
  readonly read: (body: unknown) => T | undefined;
}

/** What a call of the raw client made with `parseAs: 'text'` resolves to. */
export interface RawAnswer {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

export interface Line {
  readonly raw: Raw;
  /** The content of a success answer; throws the error that fits any other. */
  readonly read: <T>(operation: KeyedOperation, answer: RawAnswer, as: Normaliser<T>) => T;
}

export function createLine(raw: Raw, mask: Mask): Line {
  return {
    raw,
    read: (operation, answer, { expected, read }) => {
      const { response } = answer;
      const body = response.ok ? parsed(answer.data) : answer.error;
      const content = response.ok ? read(body) : undefined;
      if (content !== undefined) return content;
      throw refusalOf({ operation, response, body, expected, mask });
    },
  };
}

/** The part of openapi-fetch's options that every call shares. Read as text: a page of HTML must not throw. */
export function sentWith({ signal, headers }: CallOptions) {
  return { parseAs: 'text', signal: signal ?? null, headers: headers ?? {} } as const;
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
  readonly response: Response;
  readonly body: unknown;
  readonly expected: string;
  readonly mask: Mask;
}

function refusalOf({ operation, response, body, expected, mask }: Refusal): Error {
  const { status } = response;
  if (status === 401) return new UnauthorizedError(operation);
  const problem = response.ok ? undefined : problemIn(body, mask);
  if (problem !== undefined) return new ProblemError(problem, { operation, status });
  const message = response.ok ? undefined : messageIn(body, mask);
  if (message !== undefined) return new MessageError(message, { operation, status });
  const came = mask(outlineOf(response, body));
  return new UnexpectedAnswerError({ operation, status, expected, came, body });
}
