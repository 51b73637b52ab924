/** Makes the error of a response: by its body first, then by its status. */
import type { Operation } from '../contract.ts';
import {
  MessageError,
  ProblemError,
  RateLimitedError,
  ServerError,
  UnauthorizedError,
  UnexpectedResponseError,
  type InvalidParam,
  type Problem,
  type ResponseContext,
} from '../errors/index.ts';
import { isObject } from '../json.ts';
import type { Mask } from './mask.ts';
import { findRequirement } from './requirements.ts';
import { readRetryAfter } from './retry-after.ts';
import { readHeaders, requestIds } from './safe-headers.ts';

/** A response to a call. */
export interface Received {
  readonly operation: Operation;
  readonly attempts: number;
  readonly response: Response;
  readonly mask: Mask;
}

/** A response that is not a success, or a success that cannot be read. */
export interface FailedResponse extends Received {
  readonly body: unknown;
  /** The response that the document describes for this call, in words. */
  readonly expected: string;
  /** True when the body was longer than is read of a refusal. */
  readonly truncated: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Returns what an error says about its response: operation, status, harmless headers and the request's id. */
export function readFacts({ operation, attempts, response, mask }: Received): ResponseContext {
  const { status } = response;
  const headers = readHeaders(response.headers, mask);
  const idName = requestIds.find((name) => name in headers);
  const requestId = idName === undefined ? undefined : headers[idName];
  const retryable = status === 408 || status === 429 || (status >= 500 && status !== 501);
  return { operation, status, attempts, response, headers, requestId, retryable };
}

/** A 401 with any body is an UnauthorizedError (document: Errors). */
export function createResponseError(failed: FailedResponse): Error {
  const { operation, response, body, mask, expected, truncated, now } = failed;
  const { status, ok } = response;
  const retryAfterMs = readRetryAfter(response.headers, now);
  const facts = { ...readFacts(failed), retryAfterMs };
  if (status === 401) return new UnauthorizedError(facts);
  if (!ok && isObject(body)) {
    const problem = readProblem(body, mask);
    const requirement = findRequirement(operation, status, problem);
    if (problem !== undefined) return new ProblemError(problem, { ...facts, requirement });
    if (typeof body['message'] === 'string') {
      return new MessageError(mask(body['message']), { ...facts, requirement });
    }
  }
  if (status === 429) return new RateLimitedError(facts);
  const note = truncated && !ok ? ' Only the first 64 kB of its body were read.' : '';
  if (status >= 500) return new ServerError(facts, note);
  const received = mask(outlineResponse(response, body)) + note.replace(/\.$/, '');
  return new UnexpectedResponseError({ ...facts, expected, received }, body);
}

/** Returns the Problem in a body with its strings masked, or undefined when the body is none. */
function readProblem(body: Readonly<Record<string, unknown>>, mask: Mask): Problem | undefined {
  const { title, status, type, detail, instance, invalidParams } = body;
  if (typeof title !== 'string' || typeof status !== 'number') return undefined;
  const masked = (value: unknown) => (typeof value === 'string' ? mask(value) : undefined);
  // An entry that is repeated counts once.
  const params = new Map<string, InvalidParam>();
  for (const entry of Array.isArray(invalidParams) ? invalidParams : []) {
    const name = isObject(entry) ? masked(entry['name']) : undefined;
    if (!isObject(entry) || name === undefined) continue;
    const reason = masked(entry['reason']) ?? '';
    params.set(`${name}\n${reason}`, { name, reason });
  }
  return {
    title: mask(title),
    status,
    type: masked(type),
    detail: masked(detail),
    instance: masked(instance),
    invalidParams: [...params.values()],
  };
}

/** The longest part of a name that is shown. */
const letters = 40;

/** Describes a response without a value of its body, which may be a secret: `text/html, 512 characters of text`. */
function outlineResponse({ headers, type }: Response, body: unknown): string {
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
