/** One call of the program that is judged, with what its path says. */
import { createHash } from 'node:crypto';
import { readContract } from '../../contract/spec.ts';
import type { OperationId } from '../../contract/operations.ts';
import type { JudgedRequest, ObservedExchange } from '../../monitor/index.ts';

export interface Call {
  readonly exchange: ObservedExchange;
  /** The monitor's knowledge of the call before its response. */
  readonly asked: JudgedRequest | undefined;
  readonly operation: OperationId | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly bookId: string | undefined;
  readonly fileId: string | undefined;
  readonly externalId: string | undefined;
  readonly query: URLSearchParams;
}

/** Finds the operation and the ids in the path of an exchange. */
export function readCall(exchange: ObservedExchange, asked: JudgedRequest | undefined): Call {
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

/** Returns the JSON body of a request; undefined if it has none or it is unknown. */
export function requestJson({ exchange: { request } }: Pick<Call, 'exchange'>): unknown {
  return request.body.kind === 'json' ? request.body.value : undefined;
}

/**
 * Identifies a call by its whole request: a repeated call has the same key. It starts with the account.
 * A call whose body is not known repeats no other.
 */
export function createCallKey(call: Call): string {
  const { number, request } = call.exchange;
  const { account, method, path } = request;
  const isUnknown = request.body.kind === 'unknown';
  const body = isUnknown ? String(number) : (JSON.stringify(requestJson(call)) ?? '');
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
export function createListKey({ exchange, query }: Call): string {
  return `${exchange.request.account} ${normalizeQuery(query, ['page'])}`;
}

/** The values that a list has without its parameters (Endpoints). */
const defaultParameters: Readonly<Record<string, string>> = {
  page: '1',
  perPage: '50',
  sort: 'createdAt',
};

/** A query in a form that depends neither on the order of its parameters nor on defaults. */
export function normalizeQuery(query: URLSearchParams, excluded: readonly string[] = []): string {
  const pairs = [...query].filter(
    ([name, value]) => !excluded.includes(name) && defaultParameters[name] !== value,
  );
  return new URLSearchParams(
    pairs.sort(([name], [otherName]) => (name < otherName ? -1 : 1)),
  ).toString();
}

/** The page a call requests; the first one if it does not say. */
export function requestedPage(query: URLSearchParams): number {
  return Number(query.get('page') ?? 1);
}
