/** One call of the program that is judged, with what its path says. */
import { createHash } from 'node:crypto';
import { readContract } from '../../contract/spec.ts';
import type { OperationId } from '../../contract/operations.ts';
import type { Asked, ObservedExchange } from '../../monitor/index.ts';

export interface Call {
  readonly exchange: ObservedExchange;
  /** The monitor's knowledge of the call before its response. */
  readonly asked: Asked | undefined;
  readonly operation: OperationId | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly bookId: string | undefined;
  readonly fileId: string | undefined;
  readonly externalId: string | undefined;
  readonly query: URLSearchParams;
}

/** Finds the operation and the ids in the path of an exchange. */
export function readCall(exchange: ObservedExchange, asked: Asked | undefined): Call {
  const { method, path, toStorage } = exchange.request;
  const [plain = '', query = ''] = toStorage ? [] : path.split('?', 2);
  const match = toStorage ? undefined : readContract().match(method, plain);
  return {
    exchange,
    asked,
    operation: toStorage ? 'putFile' : match?.operation.id,
    params: match?.params ?? {},
    bookId: match?.params['bookPublicId']?.toLowerCase(),
    fileId: match?.params['fileId']?.toLowerCase(),
    externalId: match?.params['bookExternalId'],
    query: new URLSearchParams(query),
  };
}

/** The JSON body of a request; undefined if there is none, or it is not known. */
export function sentJson({ exchange: { request } }: Pick<Call, 'exchange'>): unknown {
  return request.body.kind === 'json' ? request.body.value : undefined;
}

/**
 * Identifies a call by its whole request: a repeated call has the same key. It starts with the account.
 * A call whose body is not known repeats no other.
 */
export function callKey(call: Call): string {
  const { number, request } = call.exchange;
  const { account, method, path } = request;
  const isUnknown = request.body.kind === 'unknown';
  const body = isUnknown ? String(number) : (JSON.stringify(sentJson(call)) ?? '');
  // Bodies may be large, and many keys are kept.
  const digest = createHash('sha256').update(body).digest('base64');
  return `${account} ${method} ${path} ${digest}`;
}

/** True if the call may have taken effect although the response does not say so. */
export function isUncertain({ response }: ObservedExchange): boolean {
  if (response === undefined || response.status === 408) return true;
  // A service that says when to come back has refused the call.
  const isRefusal = response.status === 503 && response.headers['retry-after'] !== undefined;
  return response.status >= 500 && !isRefusal;
}

export function isAccepted({ response }: ObservedExchange): boolean {
  return response !== undefined && response.status >= 200 && response.status < 300;
}

/** The key of a list in `pages`: the account and the query, without the page. */
export function listKey({ exchange, query }: Call): string {
  return `${exchange.request.account} ${describeQuery(query, ['page'])}`;
}

/** The values that a list has without its parameters (Endpoints). */
const defaults: Readonly<Record<string, string>> = {
  page: '1',
  perPage: '50',
  sort: 'createdAt',
};

/** A query in a form that depends neither on the order of its parameters nor on defaults. */
export function describeQuery(query: URLSearchParams, without: readonly string[] = []): string {
  const pairs = [...query].filter(
    ([name, value]) => !without.includes(name) && defaults[name] !== value,
  );
  return new URLSearchParams(pairs.sort(([one], [other]) => (one < other ? -1 : 1))).toString();
}

/** The page a call requests; the first one if it does not say. */
export function pageOf(query: URLSearchParams): number {
  return Number(query.get('page') ?? 1);
}
