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
 * The list starts with requirements whose id ends with a status: those of operations that have only one requirement for
 * the status. The requirements of a single invalid field follow, as `operation:field=requirement`.
 */
const knownRequirements = `
  create.schema-400 list.invalid-query-400 read.unknown-404 lookup.unknown-422 update.schema-400
  update.unknown-404 upload.schema-400 upload.unknown-404 attach.unknown-404 attach.hash-mismatch-422
  publish.unknown-404 unpublish.unknown-404 delete.unknown-404 delete.refused-409
  create:isbn=isbn.valid-on-create create:publicationDate=date.valid-on-create
  update:isbn=isbn.valid-on-update update:publicationDate=date.valid-on-update
  update:fileId=chapters.file-must-match upload:role=upload.role-fits-format
  publish:chapters=publish.chapters-present publish:contributor=publish.narrator
  publish:isFinalVersion=publish.final-version-window`;

export const knownRequirementIds: readonly string[] =
  knownRequirements.match(/[a-z]+\.[a-z\d-]+/g) ?? [];

/** Returns the requirement's id in the ledger, or undefined if several could be meant. */
export function findRequirement(
  operation: Operation,
  status: number,
  problem: Problem | undefined,
): string | undefined {
  // `lookUpBook` is `lookup` in the ledger.
  const area = operation.replace(/^request|(Books?|File|s)$/g, '').toLowerCase();
  const names = new Set(problem?.invalidParams.map(({ name }) => name.replace(/^.*\./, '')));
  const [field = ''] = names;
  // A missing field gets 400 and an invalid value 422, but an invalid role gets 400.
  const decidesByField = names.size === 1 && (status === 422 || field === 'role');
  const idByField =
    decidesByField &&
    knownRequirementIds.find((id) => knownRequirements.includes(` ${area}:${field}=${id}`));
  return (
    idByField ||
    knownRequirementIds.find((id) => id.startsWith(`${area}.`) && id.endsWith(`-${status}`))
  );
}

/** A response that is a failure, or a success that cannot be read. */
interface FailedResponse {
  readonly operation: Operation;
  readonly attempts: number;
  readonly response: Response;
  readonly body: unknown;
  /** The response that the document describes for this call, in words. */
  readonly expected: string;
  /** True if only part of the body was read. */
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
    if (typeof message === 'string') return new MessageError(mask(message), errorFacts);
  }
  const note = isTruncated && !ok ? ' Only the first 64 kB of its body were read.' : '';
  const reason = status >= 500 ? `the service or a gateway failed.${note}` : reasons[status];
  if (reason !== undefined) return new ResponseError('response', [reason], facts);
  const received = mask(outlineResponse(response, body)) + note.replace(/\.$/, '');
  return new UnexpectedResponseError({ ...facts, expected, received }, body);
}

const reasons: Readonly<Record<number, string>> = {
  401: 'the key was not accepted. Check apiKey; keys come from support.',
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

const maxNameLength = 40;

const maxKeys = 12;

/** Describes a response without the values of its body, which may be secret: `text/html, 512 characters of text`. */
function outlineResponse({ headers, type }: Response, body: unknown): string {
  const mediaType = headers.get('content-type')?.split(';')[0]?.trim().slice(0, maxNameLength);
  // A browser hides the target of a redirect; other runtimes show its status and Location.
  const redirect =
    type === 'opaqueredirect' || headers.has('location') ? ', a redirect not followed' : '';
  return `${mediaType || 'no media type'}, ${outline(body)}${redirect}`;
}

function outline(body: unknown): string {
  if (body === undefined || body === '') return 'an empty body';
  if (typeof body === 'string') return `${body.length} characters of text`;
  if (Array.isArray(body)) return `a list of ${body.length}`;
  if (!isObject(body)) return `a ${body === null ? 'null' : typeof body}`;
  const names = Object.keys(body).slice(0, maxKeys);
  return `an object with the keys ${names.map((name) => name.slice(0, maxNameLength)).join(', ')}`;
}
