/** Checks by the first response that the target is the service. The reasons that end a run early. */
import { setTimeout as pause } from 'node:timers/promises';
import { type StopReason, type Exchange, Unanswered } from '../evidence/index.ts';
import { isObject } from '../../contract/json-pointer.ts';
import { defaultKeyNames } from '../../contract/key-names.ts';
import { readMediaType } from '../../monitor/index.ts';
import { createScope, type Wire, type WireRequest } from '../wire/index.ts';
import type { RunOptions } from './run-options.ts';

/** The reason for which a run cannot continue. */
export interface Obstacle {
  readonly reason: StopReason;
  /** One sentence for the user, with what to check. */
  readonly explanation: string;
}

/** @param maxTime milliseconds after which the run ends; undefined for no bound */
export function createHalt(maxTime: number | undefined) {
  const controller = new AbortController();
  const state: { obstacle?: Obstacle } = {};
  const end = (reason: StopReason, explanation: string): void => {
    state.obstacle ??= { reason, explanation };
    // If only the number of requests is limited, those in flight may still finish.
    if (reason !== 'out of requests') controller.abort(explanation);
  };
  const spend = (reason: 'out of requests' | 'out of time'): void =>
    end(reason, `The run is ${reason}; raise the limit, or choose fewer requirements with --only.`);
  return {
    signal: controller.signal,
    /** Returns the first reason to stop, if there is one. */
    obstacle: (): Obstacle | undefined => state.obstacle,
    end,
    spend,
    /** Ends a run that only wants to know whether anything drifts. */
    endAtDrift: (): void => end('bail', 'Stopped at the first drift (--bail).'),
    /** Ends the cases that are running, without a reason that concerns the service. */
    abort: (because: string): void => controller.abort(because),
    /** Ends the run in time even while it waits for a response. */
    timer:
      maxTime === undefined ? undefined : setTimeout(() => spend('out of time'), maxTime).unref(),
  };
}

type FirstRequest = Pick<RunOptions, 'baseUrl' | 'signal' | 'secondKey' | 'keyNames'>;

interface FirstObstacle extends Obstacle {
  /** True if the obstacle may be temporary, as for a service that is starting. */
  readonly isTemporary?: boolean;
}

/** Milliseconds between attempts, because a service may still be starting. */
const pauses = [500, 1_000, 2_000];

/**
 * Requests the list of books, and tries again after a temporary failure.
 * @returns why the run cannot continue, with what to check; undefined if it can
 */
export async function checkTarget(wire: Wire, target: FirstRequest): Promise<Obstacle | undefined> {
  const obstacle = await checkAccount(undefined, wire, target);
  if (obstacle !== undefined || target.secondKey === undefined) return obstacle;
  return checkAccount('second', wire, target);
}

async function checkAccount(
  account: WireRequest['account'],
  wire: Wire,
  target: FirstRequest,
): Promise<Obstacle | undefined> {
  const obstacle = await requestList(wire, target, {
    method: 'GET',
    path: '/books',
    query: { perPage: '1' },
    account,
  });
  if (obstacle?.reason !== 'not the service' || obstacle.isTemporary === true) return obstacle;
  // A service that only handles this parameter wrongly is still the service.
  return requestList(wire, target, { method: 'GET', path: '/books', account });
}

async function requestList(
  wire: Wire,
  target: FirstRequest,
  request: WireRequest,
): Promise<FirstObstacle | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    const obstacle = await attemptOnce(wire, target, request);
    const wait = pauses[attempt];
    if (obstacle?.isTemporary !== true || wait === undefined || target.signal.aborted)
      return obstacle;
    await pause(wait, undefined, { signal: target.signal }).catch(() => undefined);
  }
}

async function attemptOnce(
  wire: Wire,
  { baseUrl, signal, keyNames }: FirstRequest,
  request: WireRequest,
): Promise<FirstObstacle | undefined> {
  try {
    const response = await wire(request, createScope(signal), 'once');
    return isList(response) ? undefined : createObstacle(response, keyNames);
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    const explanation = `No response from ${baseUrl}: ${error.explanation}`;
    // If no connection was made, only --wait causes another attempt.
    const isTemporary = /^(ECONNRESET|UND_ERR_SOCKET|EPIPE)$/.test(error.code);
    return { reason: 'unreachable', explanation, isTemporary };
  }
}

/** Returns true if a response has items or the parts of a list. The cases judge everything else about it. */
function isList({ response: { status, body } }: Exchange): boolean {
  if (status !== 200) return false;
  if (!isObject(body)) return Array.isArray(body);
  return Array.isArray(body['data']) || ['data', 'meta', 'links'].every((part) => part in body);
}

function createObstacle(response: Exchange, { primary, second } = defaultKeyNames): FirstObstacle {
  const { request } = response;
  const { status } = response.response;
  if (status === 401) {
    const explanation =
      request.account === 'second'
        ? `The service refused the second key (401). Set ${second} to a valid key of another account, or unset it.`
        : `The service refused the key (401). Set ${primary} to a valid one.`;
    return { reason: 'key refused', explanation };
  }
  const explanation = `GET ${request.url} was answered with ${summarizeResponse(response)}, not with a list of books. ${suggestCheck(response)}`;
  return {
    reason: 'not the service',
    explanation,
    isTemporary: status >= 500 || status === 429,
  };
}

function summarizeResponse({ response }: Exchange): string {
  const { status, headers, text = '' } = response;
  const mediaType = readMediaType(response);
  const location = headers['location'];
  if (status >= 300 && status < 400 && location !== undefined) {
    return `${status} and a redirect to ${location.split('?')[0] ?? location}`;
  }
  const start = text.replace(/\s+/g, ' ').trim().slice(0, 80);
  const type = mediaType === '' ? '' : ` ${mediaType}`;
  return `${status}${type}${start === '' ? ' and an empty body' : ` (${start}${text.length > 80 ? '…' : ''})`}`;
}

/** Returns advice on what to check, guessed from the response. */
function suggestCheck({ response }: Exchange): string {
  const { status, body } = response;
  if (status >= 300 && status < 400) {
    return 'If the target of the redirect is the service, use that address. bookdist does not follow redirects, because it would send the API key with them.';
  }
  if (status === 403)
    return 'Check whether this API key may read the list, and whether a gateway needs a header (--header).';
  if (status === 404)
    return 'Check the address: bookdist appends /v2/distribution if it is missing.';
  if (status === 429) return 'The service is too busy: try again later.';
  if (status >= 500)
    return 'The service failed before the first test. Check that it is up, and read its logs.';
  if (readMediaType(response).includes('html')) {
    return 'This looks like a web page: check the address, and whether a login page or a gateway answers instead of the service.';
  }
  if (body !== undefined) return 'This looks like another service: check the address.';
  return 'Check that the address is the one of the book distribution service.';
}
