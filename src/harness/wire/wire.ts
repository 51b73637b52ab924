/** The HTTP layer of a run: every request passes consent, ownership, pace and record, in this order. */
import { readContract, type Contract } from '../../contract/spec.ts';
import type { AdjustableClock } from './clock.ts';
import {
  type CallDetails,
  type Consent,
  type Exchange,
  type LostCall,
  maskedUrl,
  Unanswered,
  Unproven,
} from '../evidence/index.ts';
import { consentFor } from './consent.ts';
import type { Ownership } from './ownership.ts';
import type { Pace } from './pace.ts';
import {
  type OutgoingRequest,
  type RawResponse,
  recordExchange,
  recordRequest,
} from './record-exchange.ts';
import { assertOpen, type Scope } from './scope.ts';

/** A request as a case writes it. `path` is below the prefix; `url` addresses storage instead. */
export interface WireRequest {
  readonly method: string;
  readonly path?: string;
  readonly url?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Another key than the run's; `null` sends none. */
  readonly key?: string | null;
  readonly json?: unknown;
  readonly text?: string;
  readonly bytes?: Uint8Array;
  /** `null` sends no Content-Type at all. */
  readonly contentType?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WireOptions {
  /** Origin and prefix, without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly allow: ReadonlySet<Consent>;
  readonly clock: AdjustableClock;
  readonly ownership: Ownership;
  readonly pace: Pace;
  /** Milliseconds one answer may take. */
  readonly timeout: number;
  readonly network: Network;
  /** Called with every exchange once it is recorded. */
  readonly onExchange: (exchange: Exchange, scope: Scope, details: CallDetails) => void;
  /** Called with every call that got no complete response. */
  readonly onLost?: (lost: LostCall, details: CallDetails) => void;
  readonly contract?: Contract;
}

/** What carries requests: fetch, or a service in this very process. */
export type Network = (
  url: string,
  request: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly redirect: 'manual';
    readonly signal: AbortSignal;
    readonly body?: string | Uint8Array<ArrayBuffer>;
  },
) => Promise<{
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Iterable<readonly [name: string, value: string]>;
  readonly text: () => Promise<string>;
}>;

/** Sends one request of a case; `cleaning` lets the janitor delete without the delete consent. */
export type Wire = (request: WireRequest, scope: Scope, cleaning?: boolean) => Promise<Exchange>;

/** Makes the layer all requests of a run go through. */
export function createWire(options: WireOptions): Wire {
  const contract = options.contract ?? readContract();
  const calls: OpenCalls = { inFlight: new Set(), sent: 0 };
  return async (request, scope, cleaning = false) => {
    assertOpen(scope);
    const outgoing = prepare(request, options, contract);
    assertConsent(outgoing, options.allow, cleaning);
    options.ownership.assertMayTouch(outgoing.operation, outgoing.path, outgoing.url);
    options.ownership.intend(outgoing.operation, outgoing.shown);
    scope.inFlight += 1;
    try {
      return await exchange({ outgoing, scope, cleaning, calls }, options);
    } finally {
      scope.inFlight -= 1;
    }
  };
}

interface OpenCalls {
  readonly inFlight: Set<OutgoingRequest>;
  /** How many exchanges have been numbered. */
  sent: number;
}

interface OpenCall {
  readonly outgoing: OutgoingRequest;
  readonly scope: Scope;
  readonly cleaning: boolean;
  readonly calls: OpenCalls;
}

/** Sends one call through the pace, and hands on its record or its loss. */
async function exchange(call: OpenCall, options: WireOptions): Promise<Exchange> {
  const { outgoing, scope, cleaning, calls } = call;
  const lost: { sentAt?: number } = {};
  const send = async (): Promise<RawResponse> => {
    calls.inFlight.add(outgoing);
    lost.sentAt = Date.now();
    return transmit(outgoing, options, scope.signal);
  };
  const how = { repeatable: isRepeatable(outgoing), signal: scope.signal, unbudgeted: cleaning };
  try {
    const response = await options.pace(send, how);
    calls.inFlight.delete(outgoing);
    const record = recordExchange((calls.sent += 1), outgoing, response);
    options.clock.hear(record.headers['date']);
    options.ownership.learn(record, response.text);
    scope.exchanges.push(record);
    options.onExchange(record, scope, detailsOf(call));
    return record;
  } catch (error) {
    if (calls.inFlight.delete(outgoing)) reportLost(call, lost.sentAt ?? Date.now(), options);
    throw error;
  }
}

function reportLost(call: OpenCall, sentAt: number, options: WireOptions): void {
  const { outgoing, calls } = call;
  const lost = {
    number: (calls.sent += 1),
    request: recordRequest(outgoing),
    toStorage: outgoing.operation === 'putFile',
    sentAt,
    gaveUpAt: Date.now(),
  };
  options.onLost?.(lost, detailsOf(call));
}

function detailsOf({ outgoing, calls }: OpenCall): CallDetails {
  const inFlight = [...calls.inFlight].map(({ method, path, url, operation }) => {
    const toStorage = operation === 'putFile';
    return { method, path: toStorage ? url : path, toStorage, account: 'own' };
  });
  const { url, body } = outgoing;
  return { inFlight, url, ...(body instanceof Uint8Array ? { bytes: body } : {}) };
}

function prepare(request: WireRequest, options: WireOptions, contract: Contract): OutgoingRequest {
  const query = new URLSearchParams(request.query).toString();
  const path = request.path ?? '';
  const url = request.url ?? `${options.baseUrl}${path}${query === '' ? '' : `?${query}`}`;
  const toStorage = request.url !== undefined;
  const operation = toStorage
    ? ('putFile' as const)
    : contract.match(request.method, path)?.operation.id;
  const type =
    request.contentType === undefined && request.json !== undefined
      ? 'application/json'
      : request.contentType;
  // The key goes to the service alone: storage never sees it (document: Authentication).
  const key = toStorage || request.key === null ? undefined : (request.key ?? options.apiKey);
  return {
    method: request.method,
    url,
    path: toStorage ? maskedUrl(url) : path + (query === '' ? '' : `?${query}`),
    operation,
    headers: {
      accept: 'application/json, application/problem+json',
      ...(key === undefined ? {} : { apikey: key }),
      ...(typeof type === 'string' ? { 'content-type': type } : {}),
      ...request.headers,
    },
    key: key === undefined ? 'none' : key === options.apiKey ? 'own' : 'other',
    body: request.bytes ?? request.text ?? textOf(request.json),
    shown: request.json ?? request.text ?? (request.bytes && `${request.bytes.length} bytes`),
  };
}

function textOf(json: unknown): string | undefined {
  return json === undefined ? undefined : JSON.stringify(json);
}

function assertConsent(
  outgoing: OutgoingRequest,
  allow: ReadonlySet<Consent>,
  cleaning: boolean,
): void {
  const needed = consentFor(outgoing.operation, outgoing.method);
  if (allow.has(needed) || (cleaning && allow.has('write'))) return;
  throw new Unproven(`needs --allow ${needed}`);
}

async function transmit(
  outgoing: OutgoingRequest,
  options: WireOptions,
  signal: AbortSignal,
): Promise<RawResponse> {
  const sentAt = Date.now();
  const started = performance.now();
  const limit = new AbortController();
  const stop = (): void => limit.abort();
  const timer = setTimeout(stop, options.timeout);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const response = await options.network(outgoing.url, {
      method: outgoing.method,
      headers: outgoing.headers,
      redirect: 'manual',
      signal: limit.signal,
      ...(outgoing.body === undefined ? {} : { body: sendable(outgoing.body) }),
    });
    const text = await response.text();
    const headers = Object.fromEntries(response.headers);
    const took = performance.now() - started;
    return { status: response.status, headers, text, sentAt, took };
  } catch (error) {
    const reason = limit.signal.aborted
      ? `no answer within ${options.timeout} ms`
      : reasonOf(error);
    throw new Unanswered(`${outgoing.method} ${outgoing.path}: ${reason}`);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** Fetch wants bytes that own their buffer. */
function sendable(body: string | Uint8Array): string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? body : new Uint8Array(body);
}

/** The plain cause of a failed fetch, such as ECONNREFUSED, without its stack. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = cause instanceof Error && 'code' in cause ? `${String(cause.code)} ` : '';
  return cause instanceof Error ? `${code}${cause.message}`.trim() : String(cause);
}

/** What may be sent again after a connection broke: the answer is unknown, so only what repeats safely. */
function isRepeatable(outgoing: OutgoingRequest): boolean {
  return outgoing.method === 'GET';
}
