/** Makes the error of a response: by its body first, then by its status. */
import type { Operation } from '../contract.ts';
import { isObject } from '../json.ts';
import type { Mask } from './mask.ts';
import { readMessage, readProblem } from './problem.ts';
import { findRequirement } from './requirements.ts';
import {
  MessageError,
  ProblemError,
  RateLimitedError,
  ServerError,
  UnauthorizedError,
  UnexpectedResponseError,
  type ResponseOrigin,
} from './response-errors.ts';
import { readHeaders, readRequestId } from './safe-headers.ts';

/** A response that is not a success, or a success that cannot be read. */
export interface FailedResponse {
  readonly operation: Operation;
  readonly attempts: number;
  readonly response: Response;
  readonly body: unknown;
  /** The response that the document describes for this call, in words. */
  readonly expected: string;
  readonly retryAfterMs: number | undefined;
  readonly mask: Mask;
  /** True when the body was longer than is read of a refusal. */
  readonly truncated?: boolean | undefined;
}

/** Statuses of failures that may pass. */
const temporary = (status: number): boolean =>
  status === 408 || status === 429 || (status >= 500 && status !== 501);

/** Returns what an error says about its response: operation, status, harmless headers and the request's id. */
export function describeOrigin(
  failed: Pick<FailedResponse, 'operation' | 'attempts' | 'response' | 'mask'>,
): ResponseOrigin {
  const { operation, attempts, response, mask } = failed;
  const { status, headers } = response;
  return {
    operation,
    status,
    attempts,
    response,
    headers: readHeaders(headers, mask),
    requestId: readRequestId(headers, mask),
    retryable: temporary(status),
  };
}

/** A 401 with any body is an UnauthorizedError (document: Errors). */
export function createResponseError(failed: FailedResponse): Error {
  const { operation, response, body, mask, expected, retryAfterMs } = failed;
  const { status, ok } = response;
  const origin = { ...describeOrigin(failed), retryAfterMs };
  if (status === 401) return new UnauthorizedError(origin);
  const problem = ok ? undefined : readProblem(body, mask);
  const requirement = findRequirement(operation, status, problem);
  if (problem !== undefined) return new ProblemError(problem, { ...origin, requirement });
  const message = ok ? undefined : readMessage(body, mask);
  if (message !== undefined) return new MessageError(message, { ...origin, requirement });
  if (status === 429) return new RateLimitedError(origin);
  const note = failed.truncated === true ? ' Only the first 64 kB of its body were read.' : '';
  if (status >= 500) return new ServerError(origin, note);
  const received = mask(outlineOf(response, body)) + note.replace(/\.$/, '');
  return new UnexpectedResponseError({ ...origin, expected, received, body });
}

/** The longest part of a name that is shown. */
const letters = 40;

/** Describes a response without a value of its body, which may be a secret: `text/html, 512 characters of text`. */
function outlineOf({ headers, type }: Response, body: unknown): string {
  const media = headers.get('content-type')?.split(';')[0]?.trim().slice(0, letters) ?? '';
  // A browser hides where a redirect leads; elsewhere its status and Location show.
  const redirect =
    type === 'opaqueredirect' || headers.has('location') ? ', a redirect not followed' : '';
  return `${media === '' ? 'no media type' : media}, ${outline(body)}${redirect}`;
}

function outline(body: unknown): string {
  if (body === undefined || body === '') return 'an empty body';
  if (typeof body === 'string') return `${body.length} characters of text`;
  if (Array.isArray(body)) return `a list of ${body.length}`;
  if (!isObject(body)) return `a ${body === null ? 'null' : typeof body}`;
  const names = Object.keys(body).map((key) => key.slice(0, letters));
  return `an object with the keys ${names.slice(0, 12).join(', ')}`;
}
