/** A fetch for tests that fails like networks, gateways and services, and records every request. */
import type { IdleTime } from './idle-time.ts';
import type { Fetch } from '../../../src/client/transport/index.ts';

/** One way in which a request fails. `forward` sends the request to the service. The returned promise may never settle. */
export type Fault = (forward: () => Promise<Response>, time: IdleTime) => Promise<Response>;

/** Returns the fault, if any, of the nth request (from 0) of one call, such as `POST /books`. */
export type Plan = (call: string, nth: number) => Fault | undefined;

function createConnectionError(code: string, message = code): TypeError {
  const cause = Object.assign(new Error(message), { code });
  return new TypeError('fetch failed', { cause });
}

/** The request is never sent: unknown host, a closed port, or an untrusted certificate. */
export function unsentRequest(code: string): Fault {
  return async () => {
    throw createConnectionError(code);
  };
}

/** The connection breaks before the service receives the request. The client cannot know that. */
export function lostRequest(code = 'ECONNRESET'): Fault {
  return async () => {
    throw createConnectionError(code);
  };
}

/** The request takes effect, but its response is lost. */
export function lostResponse(code = 'ECONNRESET'): Fault {
  return async (forward) => {
    await forward();
    throw createConnectionError(code);
  };
}

/** The connection breaks immediately, and the request takes effect `ms` milliseconds later. */
export function lateEffect(ms: number): Fault {
  return async (forward, time) => {
    time.after(ms, () => void time.trackWork(forward()));
    throw createConnectionError('UND_ERR_SOCKET', 'other side closed');
  };
}

/** No response ever arrives. The request took effect, or the service never received it. */
export function noResponse(effect: 'took-effect' | 'not-received'): Fault {
  return async (forward) => {
    if (effect === 'took-effect') await forward();
    return new Promise(() => undefined);
  };
}

/** The request takes effect. The headers and half the body of its response arrive, then the connection breaks or stalls. */
export function halfBody(ending: 'breaks' | 'stalls'): Fault {
  return async (forward) => {
    const response = await forward();
    const bytes = new TextEncoder().encode(await response.text());
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes.subarray(0, bytes.length / 2)),
      // Without a pull, the body stalls.
      pull: (controller) => {
        if (ending === 'breaks')
          controller.error(createConnectionError('UND_ERR_SOCKET', 'terminated'));
      },
    });
    // A response without a body cannot lose half of it.
    const status = response.status === 204 ? 200 : response.status;
    return new Response(body, { status, headers: response.headers });
  };
}

/**
 * A proxy responds instead of the service. The service never received the request, or the request took effect anyway. A
 * success of the proxy does not replace a refusal of the service.
 */
export function proxyResponse(
  createResponse: () => Response,
  effect: 'took-effect' | 'not-received' = 'not-received',
): Fault {
  return async (forward) => {
    const serviceResponse = effect === 'took-effect' ? await forward() : undefined;
    const response = createResponse();
    return response.ok && serviceResponse?.ok === false ? serviceResponse : response;
  };
}

/** A request that was sent to the network. */
export interface SentRequest {
  /** Method and path below the prefix, without ids: `PATCH /books/{id}`. */
  readonly call: string;
  readonly origin: string;
  readonly key: string | null;
}

export interface FaultyFetch {
  readonly fetch: Fetch;
  /** Every request that was sent, faults included. */
  readonly requests: readonly SentRequest[];
}

/** Creates a fetch that sends requests to the service unless the plan has a fault for them. */
export function createFaultyFetch(
  service: (request: Request) => Promise<Response>,
  { plan, time }: { readonly plan: Plan; readonly time: IdleTime },
): FaultyFetch {
  const requests: SentRequest[] = [];
  return {
    requests,
    fetch: async (request) => {
      const { origin, pathname } = new URL(request.url);
      const call = `${request.method} ${getCall(pathname)}`;
      const nth = requests.filter((earlier) => earlier.call === call).length;
      requests.push({ call, origin, key: request.headers.get('apikey') });
      const fault = plan(call, nth);
      // The clock is stopped until the response is complete.
      const forward = async () => time.trackWork(readCompletely(service(request)));
      return fault === undefined ? forward() : fault(forward, time);
    },
  };
}

async function readCompletely(request: Promise<Response>): Promise<Response> {
  const response = await request;
  const text = await response.text();
  return new Response(text === '' ? null : text, response);
}

const idInPath = /\/[0-9a-f]{8}-[0-9a-f-]{27}/g;

function getCall(pathname: string): string {
  return pathname
    .replace(/^.*\/v2\/distribution/, '')
    .replace(/\/external-id\/.*/, '/external-id/{id}')
    .replaceAll(idInPath, '/{id}');
}
