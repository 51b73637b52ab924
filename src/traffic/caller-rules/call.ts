/** One call of the judged program, keys that identify repeated calls, and the result of one rule for one call. */
import { createHash } from 'node:crypto';
import type { Call, JudgedRequest, ObservedExchange, UnknownCall } from '../../monitor/index.ts';
import type { CallerId } from '../../contract/requirements.ts';

/** One call of the judged program, as the monitor read it. */
export type CallerCall = (Call | UnknownCall) & {
  readonly exchange: ObservedExchange;
  /** The monitor's knowledge of the call before its response. */
  readonly judgedRequest: JudgedRequest | undefined;
};

/** Returns the JSON body of a call; undefined for another body, no body or an unknown body. */
export function getJson({ body }: Pick<CallerCall, 'body'>): unknown {
  return body.kind === 'json' ? body.value : undefined;
}

/**
 * Returns a key that identifies the request: a repeated call has the same key. It starts with the account.
 * A call with an unknown body gets a key of its own, so it never counts as a repetition.
 */
export function createCallKey(call: CallerCall): string {
  const { number, request } = call.exchange;
  const { account, method, path, urlDigest = path } = request;
  const isUnknown = request.body.kind === 'unknown';
  const body = isUnknown ? String(number) : (JSON.stringify(getJson(call)) ?? '');
  // A digest, because bodies may be large and many keys are kept.
  const digest = createHash('sha256').update(body).digest('base64');
  return `${account} ${method} ${urlDigest} ${digest}`;
}

/** Returns true if the call may have taken effect although no response confirms it. */
export function isUncertain({ response }: ObservedExchange): boolean {
  // A service that sends 408 may have received the whole request.
  if (response === undefined || response.status === 408) return true;
  // A service that says when to try again has refused the call.
  const isRefusal = response.status === 503 && response.headers['retry-after'] !== undefined;
  return response.status >= 500 && !isRefusal;
}

/** Returns true if the response is a success. */
export function isAccepted({ response }: ObservedExchange): boolean {
  return response !== undefined && response.status >= 200 && response.status < 300;
}

/** Returns the key of a list in `CallerMemory.pages`: the account and the query without the page. */
export function createListKey({ exchange, query }: CallerCall): string {
  return `${exchange.request.account} ${sortQuery(query, ['page'])}`;
}

const defaultParameters: Readonly<Record<string, string>> = {
  page: '1',
  perPage: '50',
  sort: 'createdAt',
};

/** Returns a query with its parameters sorted by name, without default values and without `ignoredNames`. */
export function sortQuery(query: URLSearchParams, ignoredNames: readonly string[] = []): string {
  const pairs = [...query].filter(
    ([name, value]) => !ignoredNames.includes(name) && defaultParameters[name] !== value,
  );
  pairs.sort(([name], [otherName]) => (name < otherName ? -1 : 1));
  return new URLSearchParams(pairs).toString();
}

/** Returns the page that a call requests; without a parameter, the first one. */
export function getPage(query: URLSearchParams): number {
  return Number(query.get('page') ?? 1);
}

export interface CallerFinding {
  readonly requirement: CallerId;
  readonly expected: string;
  readonly actual: string;
  /** The number of the exchange. */
  readonly exchange: number;
}

/** The result of a rule for a call that it applies to. */
export interface RuleResult {
  readonly requirement: CallerId;
  readonly expected: string;
  /** The actual behaviour of the call; undefined if it followed the rule. */
  readonly actual: string | undefined;
}

/** Creates the result of a rule that each violation breaks. */
export function failIfAny(requirement: CallerId, violations: readonly string[], expected: string) {
  const actual = violations.length > 0 ? violations.join(', ') : undefined;
  return { requirement, expected, actual };
}

/** Creates the result of a rule that can be broken in only one way. */
export function failIf(
  requirement: CallerId,
  isBroken: boolean,
  { expected, actual }: { readonly expected: string; readonly actual: string },
): RuleResult {
  return { requirement, expected, actual: isBroken ? actual : undefined };
}
