/** The HTTP layer of a run: every request passes consent, ownership, pace and recording, in this order. */
import { isObject } from '../../contract/json-pointer.ts';
import { readContract, type Contract } from '../../contract/spec.ts';
import {
  readBookId,
  BrokenCase,
  type Consent,
  type Exchange,
  maskUrl,
  Unanswered,
  Unproven,
} from '../evidence/index.ts';
import { formatAllowOption, consentFor } from './consent.ts';
import { type OutgoingRequest, transmit } from './record-exchange.ts';
import { assertOpen, createScope, type Scope } from './scope.ts';
import { type OpenCalls, type SendMode, sendUntilKnown, type WireOptions } from './send.ts';
import { alterKey, type KeyAlteration } from './altered-key.ts';

/** A request as a case writes it. `path` is below the prefix; `url` is an address of the storage. */
export interface WireRequest {
  readonly method: string;
  readonly path?: string;
  readonly url?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Another key than the run's; `null` sends none. */
  readonly key?: string | null;
  /** Sends the run's own key with a small change, which makes it a wrong key. */
  readonly alteredKey?: KeyAlteration;
  /** Sends the key of the second account instead of the run's. */
  readonly account?: 'second' | undefined;
  readonly json?: unknown;
  readonly text?: string;
  readonly bytes?: Uint8Array;
  /** `null` sends no Content-Type. */
  readonly contentType?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends a request of a case and returns its response. Transient failures are handled here: see send.ts.
 * @param mode `cleaning` may delete without the delete consent
 */
export type Wire = (request: WireRequest, scope: Scope, mode?: SendMode) => Promise<Exchange>;

/** Creates the layer that all requests of a run go through. */
export function createWire(options: WireOptions): Wire {
  const contract = options.contract ?? readContract();
  const calls: OpenCalls = { inFlight: new Set(), lastNumber: 0 };
  const wire: Wire = async (request, scope, mode = 'until known') => {
    assertOpen(scope);
    const outgoingRequest = prepare(request, options, contract);
    assertConsent(outgoingRequest, options.allow, mode === 'cleaning');
    options.ownership.assertMayTouch(outgoingRequest);
    options.ownership.recordIntent(outgoingRequest);
    scope.inFlight += 1;
    const { unclearWrites } = scope;
    try {
      const call = { request: outgoingRequest, scope, mode, calls, options };
      const undo = async () => undoCreate(outgoingRequest, { wire, options, scope });
      const checkAlive = async () => isAlive(options, contract, scope);
      const sendOnce = async () => sendUntilKnown({ ...call, undo, isAlive: checkAlive });
      const firstExchange = await sendOnce();
      const exchange =
        (await options.lateness?.catchUp(firstExchange, sendOnce, scope.signal)) ?? firstExchange;
      scope.exchanges.push(exchange);
      options.onExchange(exchange, scope, scope.unclearWrites === unclearWrites);
      return exchange;
    } finally {
      scope.inFlight -= 1;
    }
  };
  return wire;
}

interface UndoContext {
  readonly wire: Wire;
  readonly options: WireOptions;
  readonly scope: Scope;
}

/**
 * Looks for the book of a create whose outcome is unknown, and removes it, so that the create can be
 * sent again. Other writes have the same effect when they are repeated, or the case detects them.
 * @returns false if the outcome stays unknown
 */
async function undoCreate(
  { operation, recordedBody, key }: OutgoingRequest,
  { wire, options: { ownership }, scope }: UndoContext,
): Promise<boolean> {
  if (operation !== 'createBook') return false;
  const externalId = isObject(recordedBody) ? recordedBody['externalId'] : undefined;
  const knownIds = new Set(ownership.books().map(({ id }) => id));
  const account = key === 'second' ? key : undefined;
  const undoScope = createScope(scope.signal);
  const send = async (request: WireRequest, mode?: SendMode) =>
    wire({ ...request, account }, undoScope, mode);
  const isUndone =
    typeof externalId === 'string' && (await removeUnknown(externalId, knownIds, send));
  if (!isUndone) ownership.addLostCreate();
  return isUndone;
}

/**
 * Removes the book with an external id, unless the run knew it before: two books may share an
 * external id, and the other one may be in use.
 * @returns whether the service now holds no such book that the run did not know before
 */
async function removeUnknown(
  externalId: string,
  knownIds: ReadonlySet<string>,
  send: (request: WireRequest, mode?: SendMode) => Promise<Exchange>,
): Promise<boolean> {
  const path = `/books/external-id/${encodeURIComponent(externalId)}`;
  try {
    const response = await send({ method: 'GET', path });
    if (response.status === 404 || response.status === 422) return true;
    const id = readBookId(response);
    if (knownIds.has(id.toLowerCase())) return false;
    const deletion = await send({ method: 'DELETE', path: `/books/${id}`, json: {} }, 'cleaning');
    return deletion.status < 300 || deletion.status === 404;
  } catch (error) {
    if (error instanceof Unproven || error instanceof BrokenCase) return false;
    throw error;
  }
}

/** Returns whether the service responds to a plain request for its list. */
async function isAlive(options: WireOptions, contract: Contract, scope: Scope): Promise<boolean> {
  const listRequest = { method: 'GET', path: '/books', query: { perPage: '1' } };
  const request = prepare(listRequest, options, contract);
  try {
    await options.pace.admit(scope.signal, false);
    const { status } = await transmit(request, { ...options, signal: scope.signal });
    return status < 500 && status !== 429;
  } catch (error) {
    if (error instanceof Unanswered) return false;
    throw error;
  }
}

function prepare(request: WireRequest, options: WireOptions, contract: Contract): OutgoingRequest {
  const query = new URLSearchParams(request.query).toString();
  const path = request.path ?? '';
  const url = request.url ?? `${options.baseUrl}${path}${query === '' ? '' : `?${query}`}`;
  const toStorage = request.url !== undefined;
  const operation = toStorage
    ? ('putFile' as const)
    : contract.match(request.method, path)?.operation.id;
  const contentType =
    request.contentType === undefined && request.json !== undefined
      ? 'application/json'
      : request.contentType;
  // The key goes only to the service, never to the storage (document: Authentication).
  const key = toStorage ? undefined : selectKey(request, options);
  return {
    method: request.method,
    url,
    path: toStorage ? maskUrl(url) : path + (query === '' ? '' : `?${query}`),
    operation,
    headers: {
      accept: 'application/json, application/problem+json',
      ...(key === undefined ? {} : { apikey: key }),
      ...(typeof contentType === 'string' ? { 'content-type': contentType } : {}),
      ...request.headers,
    },
    key: classifyKey(key, options),
    body: request.bytes ?? request.text ?? toJsonText(request.json),
    recordedBody:
      request.json ?? request.text ?? (request.bytes && `${request.bytes.length} bytes`),
  };
}

type Keys = Pick<WireOptions, 'apiKey' | 'secondKey'>;

function selectKey(request: WireRequest, { apiKey, secondKey }: Keys): string | undefined {
  const { key, account, alteredKey } = request;
  if (key === null) return undefined;
  if (key !== undefined) return key;
  if (account === undefined) return alteredKey && apiKey ? alterKey(apiKey, alteredKey) : apiKey;
  if (secondKey === undefined) throw new BrokenCase('uses a second account without its key');
  return secondKey;
}

function classifyKey(key: string | undefined, { apiKey, secondKey }: Keys): OutgoingRequest['key'] {
  if (key === undefined) return 'none';
  if (key === apiKey) return 'own';
  return key === secondKey ? 'second' : 'other';
}

function toJsonText(json: unknown): string | undefined {
  return json === undefined ? undefined : JSON.stringify(json);
}

function assertConsent(
  request: OutgoingRequest,
  allow: ReadonlySet<Consent>,
  isCleanUp: boolean,
): void {
  const consent = consentFor(request.operation, request.method);
  if (allow.has(consent) || (isCleanUp && allow.has('write'))) return;
  throw new Unproven(`needs ${formatAllowOption(allow, [consent])}`);
}
