/** A fetch for tests that fails like networks, gateways and services, and records every request. */
import type { IdleTime } from './idle-time.ts';
import type { Fetch } from '../transport/index.ts';

/** One way to fail. `forward` sends the request to the service. A fault resolves to a response, rejects, or never settles. */
export type Fault = (forward: () => Promise<Response>, time: IdleTime) => Promise<Response>;

/** Returns the fault, if any, of the nth request (from 0) of one call, such as `POST /books`. */
export type Plan = (call: string, nth: number) => Fault | undefined;

function broken(code: string, message = code): TypeError {
  const cause = Object.assign(new Error(message), { code });
  return new TypeError('fetch failed', { cause });
}

/** The request is never sent: unknown host, a closed port, or an untrusted certificate. */
export function neverSent(code: string): Fault {
  return async () => {
    throw broken(code);
  };
}

/** The connection breaks before the service sees the request; the caller cannot know. */
export function lostRequest(code = 'ECONNRESET'): Fault {
  return async () => {
    throw broken(code);
  };
}

/** The call takes effect, but its response is lost. */
export function lostResponse(code = 'ECONNRESET'): Fault {
  return async (forward) => {
    await forward();
    throw broken(code);
  };
}

/** The connection breaks immediately, and the call takes effect `ms` milliseconds later. */
export function lateWork(ms: number): Fault {
  return async (forward, time) => {
    time.after(ms, () => void time.during(forward()));
    throw broken('UND_ERR_SOCKET', 'other side closed');
  };
}

/** No response ever arrives; the call took effect, or the service never saw it. */
export function noResponse(worked: 'worked' | 'unseen'): Fault {
  return async (forward) => {
    if (worked === 'worked') await forward();
    return new Promise(() => undefined);
  };
}

/** The call takes effect; the head and half the body of its response arrive, then the connection breaks or stalls. */
export function halfBody(then: 'breaks' | 'stalls'): Fault {
  return async (forward) => {
    const whole = await forward();
    const bytes = new TextEncoder().encode(await whole.text());
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes.subarray(0, bytes.length / 2)),
      // Without a pull, the body stalls.
      pull: (controller) => {
        if (then === 'breaks') controller.error(broken('UND_ERR_SOCKET', 'terminated'));
      },
    });
    // A response without a body cannot lose half of it.
    const status = whole.status === 204 ? 200 : whole.status;
    return new Response(body, { status, headers: whole.headers });
  };
}

/**
 * A proxy responds instead; the service never saw the request, or the call took effect anyway. A success does not
 * replace an error response from the service.
 */
export function proxyResponse(
  response: () => Response,
  worked: 'worked' | 'unseen' = 'unseen',
): Fault {
  return async (forward) => {
    const real = worked === 'worked' ? await forward() : undefined;
    const replaced = response();
    return replaced.ok && real?.ok === false ? real : replaced;
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

/** Puts faults between a client and a service. */
export function faultyFetch(
  service: (request: Request) => Promise<Response>,
  { plan, time }: { readonly plan: Plan; readonly time: IdleTime },
): FaultyFetch {
  const requests: SentRequest[] = [];
  return {
    requests,
    fetch: async (request) => {
      const { origin, pathname } = new URL(request.url);
      const call = `${request.method} ${callOf(pathname)}`;
      const nth = requests.filter((earlier) => earlier.call === call).length;
      requests.push({ call, origin, key: request.headers.get('apikey') });
      const fault = plan(call, nth);
      // The clock stands still until the response is complete.
      const forward = async () => time.during(readWhole(service(request)));
      return fault === undefined ? forward() : fault(forward, time);
    },
  };
}

async function readWhole(pending: Promise<Response>): Promise<Response> {
  const response = await pending;
  const text = await response.text();
  return new Response(text === '' ? null : text, response);
}

const id = /\/[0-9a-f]{8}-[0-9a-f-]{27}/g;

function callOf(pathname: string): string {
  return pathname
    .replace(/^.*\/v2\/distribution/, '')
    .replace(/\/external-id\/.*/, '/external-id/{id}')
    .replaceAll(id, '/{id}');
}
