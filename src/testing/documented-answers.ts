/** The types of the responses that a test may set for an operation, derived from the contract. */
import type { OperationId } from '../contract/operations.ts';
import type { operations } from '../generated/api.ts';

/**
 * One response of an operation. Its status decides the type of its body: for `createBook`, a 422 takes a Problem and a
 * 201 takes a book or its id. If the contract has no body, any body is accepted.
 *
 * @example
 * const refusal: DocumentedAnswer<'publishBook'> = { status: 422, body: problem };
 * const busy: DocumentedAnswer<'publishBook'> = { status: 429, headers: { 'retry-after': '1' } };
 */
export type DocumentedAnswer<Id extends OperationId> = ResponseOptions &
  (ExactResponses<Responses<Id>> | RangeResponses<Responses<Id>> | GatewayResponse);

interface ResponseOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** The number of calls that get this response; the following ones reach the service. */
  readonly times?: number;
}

/** A response with any body: a string is sent unchanged, other values as JSON. */
interface UntypedResponse<Status> {
  readonly status: Status;
  readonly body?: unknown;
}

/** The statuses outside the document that any service behind a gateway may send. */
type GatewayResponse = UntypedResponse<429 | 500 | 502 | 503 | 504>;

type Responses<Id extends OperationId> = operations[Id]['responses'];

type ExactResponses<All> = {
  [Status in keyof All & number]: TypedResponse<Status, All[Status]>;
}[keyof All & number];

type TypedResponse<Status, Response> = Response extends {
  content: { 'application/json': infer Body };
}
  ? { readonly status: Status; readonly body: Body }
  : UntypedResponse<Status>;

/**
 * Responses for which the contract has no exact status: any status from the storage, and for `2XX` the three successes that
 * the sandbox may send.
 */
type RangeResponses<All> = All extends { default: unknown }
  ? UntypedResponse<number>
  : All extends { '2XX': unknown }
    ? UntypedResponse<200 | 202 | 204>
    : never;

/** The request body of an operation in the contract; undefined if it has none. */
export type RequestBody<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : undefined;

type AnyResponse = UntypedResponse<number> & ResponseOptions;

/** Creates the `Response` that `fetch` would return. */
export function createResponse({ status, body, headers }: AnyResponse): Response {
  const isText = typeof body === 'string';
  const type = isText ? 'text/plain' : `application/${isProblem(body) ? 'problem+' : ''}json`;
  if (body === undefined) return new Response(null, { status, headers: { ...headers } });
  return new Response(isText ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': type, ...headers },
  });
}

function isProblem(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'invalidParams' in body;
}
