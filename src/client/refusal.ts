/** Makes the error of an answer that was no success: by its body first, then by its status. */
import {
  MessageError,
  ProblemError,
  RateLimitedError,
  ServerError,
  UnauthorizedError,
  UnexpectedAnswerError,
} from './answer-errors.ts';
import type { KeyedOperation } from './book.ts';
import type { Mask } from './mask.ts';
import { outlineOf } from './outline.ts';
import { messageIn, problemIn } from './problem.ts';
import { retryAfterOf } from './retry-after.ts';

/** An answer that is no success, or one that cannot be read. */
export interface Refusal {
  readonly operation: KeyedOperation;
  readonly attempts: number;
  readonly response: Response;
  readonly body: unknown;
  readonly expected: string;
  readonly mask: Mask;
  readonly now: number;
}

/** By body first, then by status; a 401 is one whatever came with it (document: Errors). */
export function refusalOf({
  operation,
  attempts,
  response,
  body,
  expected,
  mask,
  now,
}: Refusal): Error {
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
