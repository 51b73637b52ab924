/** One attempt of a call: sent, then recorded or lost. */
import { accountOf, type CallDetails, type Exchange, preciseNow } from '../evidence/index.ts';
import {
  type OutgoingRequest,
  type RawResponse,
  recordExchange,
  recordRequest,
} from './record-exchange.ts';
import type { Scope } from './scope.ts';
import { transmit } from './transmit.ts';
import type { WireOptions } from './wire-options.ts';

/** The calls of a run that wait for a response. */
export interface OpenCalls {
  readonly inFlight: Set<OutgoingRequest>;
  /** How many exchanges have been numbered. */
  numbered: number;
}

/** One call and what it needs. */
export interface OpenCall {
  readonly outgoing: OutgoingRequest;
  readonly scope: Scope;
  readonly calls: OpenCalls;
}

/** Sends one attempt, and reports it as lost if it gets no response. */
export async function transmitCall(call: OpenCall, options: WireOptions): Promise<RawResponse> {
  const { outgoing, scope, calls } = call;
  const sentAt = preciseNow();
  calls.inFlight.add(outgoing);
  try {
    return await transmit(outgoing, { ...options, signal: scope.signal });
  } catch (error) {
    calls.inFlight.delete(outgoing);
    const lost = {
      number: (calls.numbered += 1),
      request: recordRequest(outgoing),
      toStorage: outgoing.operation === 'putFile',
      sentAt,
      gaveUpAt: preciseNow(),
    };
    options.onLost?.(lost, detailsOf(call, options));
    throw error;
  } finally {
    calls.inFlight.delete(outgoing);
  }
}

/** Records a response, and passes it to the clock, the ownership and the listeners. */
export function recordCall(call: OpenCall, response: RawResponse, options: WireOptions): Exchange {
  const recorded = recordExchange((call.calls.numbered += 1), call.outgoing, response);
  options.clock.hear(recorded.headers['date']);
  options.ownership.learn(recorded, response.text);
  options.onAttempt?.(recorded, call.scope, detailsOf(call, options));
  return recorded;
}

function detailsOf({ outgoing, calls }: OpenCall, { ownership }: WireOptions): CallDetails {
  const inFlight = [...calls.inFlight].map(({ method, path, url, operation, key }) => {
    const toStorage = operation === 'putFile';
    return { method, path: toStorage ? url : path, toStorage, account: accountOf({ key }) };
  });
  const { url, path, body } = outgoing;
  const madeUpIds = ownership.unknownIn(path);
  return { inFlight, url, madeUpIds, ...(body instanceof Uint8Array ? { bytes: body } : {}) };
}
