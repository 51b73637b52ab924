/** Creates the error for a response, with the requirement behind a refusal if it is certain. */
import type { Operation } from '../contract.ts';
import {
  type Problem,
  MessageError,
  ProblemError,
  ResponseError,
  UnexpectedResponseError,
  type ResponseContext,
} from '../errors/index.ts';
import { isObject } from '../json.ts';
import { findRequestId, readHarmlessHeaders, readRetryAfter, type Mask } from './headers.ts';

/**
 * The requirements of each operation, by what shows them: the status if it has only one meaning, or the only field that
 * the service names.
 */
export const requirementsByOperation: Readonly<
  Partial<Record<Operation, Readonly<Record<string, string>>>>
> = {
  createBook: {
    400: 'create.schema-400',
    isbn: 'isbn.valid-on-create',
    publicationDate: 'date.valid-on-create',
  },
  listBooks: { 400: 'list.invalid-query-400' },
  readBook: { 404: 'read.unknown-404' },
  lookUpBook: { 422: 'lookup.unknown-422' },
  updateBook: {
    400: 'update.schema-400',
    404: 'update.unknown-404',
    isbn: 'isbn.valid-on-update',
    publicationDate: 'date.valid-on-update',
    fileId: 'chapters.file-must-match',
  },
  requestUploads: {
    400: 'upload.schema-400',
    404: 'upload.unknown-404',
    role: 'upload.role-fits-format',
  },
  attachFile: { 404: 'attach.unknown-404', 422: 'attach.hash-mismatch-422' },
  publishBook: {
    404: 'publish.unknown-404',
    chapters: 'publish.chapters-present',
    contributor: 'publish.narrator',
    isFinalVersion: 'publish.final-version-window',
  },
  unpublishBook: { 404: 'unpublish.unknown-404' },
  deleteBook: { 404: 'delete.unknown-404', 409: 'delete.refused-409' },
};

/** Returns the requirement's id in the ledger, or undefined if several could be meant. */
export function findRequirement(
  operation: Operation,
  status: number,
  problem: Problem | undefined,
): string | undefined {
  const ids = requirementsByOperation[operation] ?? {};
  const names = new Set(problem?.invalidParams.map(({ name }) => name.replace(/^.*\./, '')));
  const [field = ''] = names;
  // A missing field gets 400 and an invalid value 422, but an invalid role gets 400.
  const decidesByField = names.size === 1 && (status === 422 || field === 'role');
  return (decidesByField && Object.hasOwn(ids, field) ? ids[field] : undefined) ?? ids[status];
}

/** Matches the message of a gateway for a path that it does not know: it says nothing about books. */
const gatewayWords =
  /\b(routes?|endpoint|upstream|cannot (get|post|patch|delete)|static resource)\b/i;

/** A response that is a failure, or a success that cannot be read. */
interface FailedResponse {
  readonly operation: Operation;
  readonly attempts: number;
  readonly response: Response;
  readonly body: unknown;
  /** The response that the document describes for this call, in words. */
  readonly expected: string;
  /** True if the body goes on after the part that was read. */
  readonly isTruncated: boolean;
  readonly mask: Mask;
  readonly now: number;
}

/** Returns true for a 408 or 5xx, after which the request may have taken effect and may be retried. A 501 is neither. */
export function mayHaveFailed(status: number): boolean {
  return status === 408 || (status >= 500 && status !== 501);
}

/** Creates the error from the body, or else from the status. A 401 means the same with any body (document: Errors). */
export function createResponseError(failed: FailedResponse): Error {
  const { operation, attempts, response, body, mask, expected, isTruncated, now } = failed;
  const { status, ok } = response;
  const headers = readHarmlessHeaders(response.headers, mask);
  const facts: ResponseContext = {
    operation,
    status,
    attempts,
    response,
    headers,
    requestId: findRequestId(headers),
    retryable: status === 429 || mayHaveFailed(status),
    retryAfterMs: readRetryAfter(response.headers, now),
  };
  if (!ok && isObject(body) && status !== 401) {
    const problem = readProblem(body, mask);
    const errorFacts = { ...facts, requirement: findRequirement(operation, status, problem) };
    if (problem !== undefined) return new ProblemError(problem, errorFacts);
    const { message } = body;
    if (typeof message === 'string' && !(status === 404 && gatewayWords.test(message))) {
      return new MessageError(mask(message), errorFacts);
    }
  }
  const note = isTruncated && !ok ? '; only the first 64 kB of its body were read' : '';
  const reason = status >= 500 ? `the service or a gateway failed${note}.` : reasons[status];
  if (reason !== undefined) return new ResponseError('response', [reason], facts);
  const received = mask(outlineResponse(response, body)) + note;
  return new UnexpectedResponseError({ ...facts, expected, received }, body);
}

const reasons: Readonly<Record<number, string>> = {
  401: 'the key was not accepted. Check apiKey.',
  429: 'too many requests. Send fewer or wait.',
};

/** Returns the Problem in a body with its strings masked, or undefined if the body is not one. */
function readProblem(body: Readonly<Record<string, unknown>>, mask: Mask): Problem | undefined {
  const { title, status, type, detail, instance, invalidParams } = body;
  if (typeof title !== 'string' || typeof status !== 'number') return undefined;
  const maskString = (value: unknown) => (typeof value === 'string' ? mask(value) : undefined);
  const params: readonly unknown[] = Array.isArray(invalidParams) ? invalidParams : [];
  return {
    title: mask(title),
    status,
    type: maskString(type),
    detail: maskString(detail),
    instance: maskString(instance),
    invalidParams: params.filter(isObject).flatMap((param) => {
      const [name, reason = ''] = [maskString(param['name']), maskString(param['reason'])];
      return name === undefined ? [] : [{ name, reason }];
    }),
  };
}

/** The most characters that an outline shows of names, which the service chooses. */
const maxOutlineLength = 200;

/** Describes a response without the values of its body, which may be secret: `text/html, 512 characters of text`. */
function outlineResponse({ headers, type }: Response, body: unknown): string {
  const mediaType = headers.get('content-type')?.replace(/;.*/s, '') || 'no media type';
  // A browser hides the target of a redirect; other runtimes show its status and Location.
  const isRedirect = type === 'opaqueredirect' || headers.has('location');
  const redirect = isRedirect ? ', a redirect not followed' : '';
  return `${mediaType}, ${outline(body)}`.slice(0, maxOutlineLength) + redirect;
}

function outline(body: unknown): string {
  if (body === undefined || body === '') return 'an empty body';
  if (typeof body === 'string') return `${body.length} characters of text`;
  if (Array.isArray(body)) return `a list of ${body.length}`;
  if (!isObject(body)) return `a ${body === null ? 'null' : typeof body}`;
  return `an object with the keys ${Object.keys(body).join(', ')}`;
}
