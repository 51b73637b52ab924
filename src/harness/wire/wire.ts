/** The HTTP layer of a run: every request passes consent, ownership, pace and recording, in this order. */
import { isObject } from '../../contract/json-pointer.ts';
import { getSentJson } from '../../monitor/index.ts';
import {
  readBookId,
  BrokenCase,
  type Consent,
  type Exchange,
  Unanswered,
  Unproven,
} from '../evidence/index.ts';
import { formatAllowOption, consentFor } from './ownership.ts';
import { prepareRequest, type WireRequest } from './prepare-request.ts';
import { assertOpen, createScope, type Scope } from './scope.ts';
import { type OpenCalls, type SendMode, sendUntilKnown, type WireOptions } from './send.ts';
import type { OutgoingRequest } from './transmit.ts';

/**
 * Sends a request of a case and returns its response. Transient failures are handled here: see send.ts.
 * @param mode `cleaning` may delete without the delete consent
 */
export type Wire = (request: WireRequest, scope: Scope, mode?: SendMode) => Promise<Exchange>;

/** Creates the layer that all requests of a run go through. */
export function createWire(options: WireOptions): Wire {
  const calls: OpenCalls = { inFlight: new Set(), lastNumber: 0, failing: new Set() };
  const wire: Wire = async (request, scope, mode = 'until known') => {
    assertOpen(scope);
    const outgoingRequest = prepareRequest(request, options);
    assertConsent(outgoingRequest, options.allow, mode === 'cleaning');
    options.ownership.assertMayTouch(outgoingRequest);
    options.ownership.recordIntent(outgoingRequest);
    scope.inFlight += 1;
    const { unclearWrites } = scope;
    try {
      const call = { request: outgoingRequest, scope, mode, calls, options };
      const undo = async () => undoCreate(outgoingRequest, { wire, options, scope });
      const checkAlive = async () => isAlive(wire, scope);
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
  { operation, sent }: OutgoingRequest,
  { wire, options: { ownership }, scope }: UndoContext,
): Promise<boolean> {
  if (operation !== 'createBook') return false;
  const body = getSentJson(sent);
  const externalId = isObject(body) ? body['externalId'] : undefined;
  const knownIds = new Set(ownership.books().map(({ id }) => id));
  const account = sent.account === 'second' ? 'second' : undefined;
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
    const exchange = await send({ method: 'GET', path });
    if (exchange.response.status === 404 || exchange.response.status === 422) return true;
    const id = readBookId(exchange);
    if (knownIds.has(id.toLowerCase())) return false;
    const deletion = await send({ method: 'DELETE', path: `/books/${id}`, json: {} }, 'cleaning');
    return deletion.response.status < 300 || deletion.response.status === 404;
  } catch (error) {
    if (error instanceof Unproven || error instanceof BrokenCase) return false;
    throw error;
  }
}

/** Returns whether the service responds to a plain request for its list. */
async function isAlive(wire: Wire, scope: Scope): Promise<boolean> {
  const request: WireRequest = { method: 'GET', path: '/books', query: { perPage: '1' } };
  try {
    const { response } = await wire(request, createScope(scope.signal), 'once');
    return response.status < 500 && response.status !== 429;
  } catch (error) {
    if (error instanceof Unanswered) return false;
    throw error;
  }
}

function assertConsent(
  request: OutgoingRequest,
  allow: ReadonlySet<Consent>,
  isCleanUp: boolean,
): void {
  const consent = consentFor(request.operation, request.sent.method);
  if (allow.has(consent) || (isCleanUp && allow.has('write'))) return;
  throw new Unproven(`needs ${formatAllowOption(allow, [consent])}`);
}
