/** A fetch for tests that fails as networks, gateways and services do, and knows what got through. */
import type { IdleTime } from './idle-time.ts';
import type { Fetch } from '../transport/index.ts';

/** One way to fail: given the request, and the way on to the service, it answers, rejects, or does neither. */
export type Fault = (on: () => Promise<Response>, time: IdleTime) => Promise<Response>;

/** Returns the fault, if any, of the nth request (from 0) of one call, such as `POST /books`. */
export type Plan = (call: string, nth: number) => Fault | undefined;

function broken(code: string, message = code): TypeError {
  const cause = Object.assign(new Error(message), { code });
  return new TypeError('fetch failed', { cause });
}

/** The request is never sent: no address, a closed port, or an untrusted certificate. */
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

/** The service does its work, and its answer is lost. */
export function lostAnswer(code = 'ECONNRESET'): Fault {
  return async (on) => {
    await on();
    throw broken(code);
  };
}

/** The connection breaks at once, and the service does its work so many milliseconds later. */
export function lateWork(ms: number): Fault {
  return async (on, time) => {
    time.after(ms, () => void time.during(on()));
    throw broken('UND_ERR_SOCKET', 'other side closed');
  };
}

/** No answer, ever; the service did its work, or never saw the request. */
export function silence(worked: 'worked' | 'unseen'): Fault {
  return async (on) => {
    if (worked === 'worked') await on();
    return new Promise(() => undefined);
  };
}

/** The service does its work; of its answer comes the head and half the body, and then an end or nothing. */
export function halfBody(then: 'breaks' | 'stalls'): Fault {
  return async (on) => {
    const whole = await on();
    const bytes = new TextEncoder().encode(await whole.text());
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes.subarray(0, bytes.length / 2)),
      // Where nothing is pulled, nothing comes and nothing ends.
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
 * Something between answers, and the service never saw the request, or did its work all the same. A success is no
 * answer to a request that the service refused.
 */
export function answer(response: () => Response, worked: 'worked' | 'unseen' = 'unseen'): Fault {
  return async (on) => {
    const real = worked === 'worked' ? await on() : undefined;
    const replaced = response();
    return replaced.ok && real?.ok === false ? real : replaced;
  };
}

/** A request that got to the network, as far as a test asks. */
export interface Reached {
  /** Method and path below the prefix, without ids: `PATCH /books/{id}`. */
  readonly call: string;
  readonly origin: string;
  readonly key: string | null;
}

export interface FaultyFetch {
  readonly fetch: Fetch;
  /** Every request that was sent, faults included. */
  readonly reached: readonly Reached[];
}

/** Puts faults between a client and a service. */
export function faultyFetch(
  service: (request: Request) => Promise<Response>,
  { plan, time }: { readonly plan: Plan; readonly time: IdleTime },
): FaultyFetch {
  const reached: Reached[] = [];
  return {
    reached,
    fetch: async (request) => {
      const { origin, pathname } = new URL(request.url);
      const call = `${request.method} ${callOf(pathname)}`;
      const nth = reached.filter((each) => each.call === call).length;
      reached.push({ call, origin, key: request.headers.get('apikey') });
      const fault = plan(call, nth);
      // The answer is whole before the clock may move on.
      const on = async () => time.during(wholeOf(service(request)));
      return fault === undefined ? on() : fault(on, time);
    },
  };
}

async function wholeOf(answering: Promise<Response>): Promise<Response> {
  const answered = await answering;
  const text = await answered.text();
  return new Response(text === '' ? null : text, answered);
}

const id = /\/[0-9a-f]{8}-[0-9a-f-]{27}/g;

function callOf(pathname: string): string {
  return pathname
    .replace(/^.*\/v2\/distribution/, '')
    .replace(/\/external-id\/.*/, '/external-id/{id}')
    .replaceAll(id, '/{id}');
}
