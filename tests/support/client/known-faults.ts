/** The faults that a client must handle, for tests, grouped by their effect. */
import { isObject } from '../../../src/client/json.ts';
import {
  proxyResponse,
  halfBody,
  lostResponse,
  lostRequest,
  unsentRequest,
  noResponse,
  type Fault,
} from './faulty-fetch.ts';

type NamedFaults = readonly (readonly [string, Fault])[];

/** Strings that no error and no log may show: a key, and the query of a signed URL. */
export const canary = {
  apiKey: 'canary-key-4711',
  url: 'https://storage.example/put?signature=canary-signature',
} as const;

/** Returns a Problem object that repeats secrets. */
export function problemResponse(status: number): Response {
  const { url, apiKey } = canary;
  const detail = `${url} ${apiKey}`;
  const problem = { title: 'No', status, detail, instance: url, invalidParams: [] };
  return Response.json(problem, { status });
}

/** Returns an HTML page from a proxy, which repeats secrets. */
export function htmlResponse(status: number): Response {
  const html = `<html>${canary.apiKey} ${canary.url}</html>`;
  return new Response(html, { status, headers: { 'content-type': 'text/html' } });
}

export function retryAfterResponse(retryAfter: string, status: number): Response {
  return new Response(null, { status, headers: { 'retry-after': retryAfter } });
}

/** The request was never sent. */
export const neverSentFaults: NamedFaults = [
  ['the port is closed', unsentRequest('ECONNREFUSED')],
  ['the host name is unknown', unsentRequest('ENOTFOUND')],
  ['the host name cannot be resolved for now', unsentRequest('EAI_AGAIN')],
  ['the connection times out', unsentRequest('UND_ERR_CONNECT_TIMEOUT')],
  ['the certificate has expired', unsentRequest('CERT_HAS_EXPIRED')],
];

/** The service asks the client to slow down, so the request should have had no effect. */
export const rateLimitFaults: NamedFaults = [
  ['429 with Retry-After in seconds', proxyResponse(() => retryAfterResponse('2', 429))],
  [
    '429 with a date in Retry-After',
    proxyResponse(() => retryAfterResponse('Sat, 21 Nov 2026 08:00:05 GMT', 429)),
  ],
  ['429 with unparsable text in Retry-After', proxyResponse(() => retryAfterResponse('soon', 429))],
];

/** The service is temporarily unavailable, so the request should have had no effect. */
export const unavailableFaults: NamedFaults = [
  ['503 with Retry-After in seconds', proxyResponse(() => retryAfterResponse('2', 503))],
];

/** The request had no effect. */
export const withoutEffectFaults: NamedFaults = [
  ...neverSentFaults,
  ...rateLimitFaults,
  ...unavailableFaults,
];

/** The request had no effect, and the client cannot know that. */
export const unclearWithoutEffectFaults: NamedFaults = [
  ['the request is lost', lostRequest()],
  ['the server closes the connection', lostRequest('UND_ERR_SOCKET')],
  ['the pipe breaks', lostRequest('EPIPE')],
  ['500 with a Problem', proxyResponse(() => problemResponse(500))],
  ['502 with an HTML page', proxyResponse(() => htmlResponse(502))],
  ['503 without Retry-After', proxyResponse(() => new Response(null, { status: 503 }))],
];

/** The request took effect, and the client cannot know that. */
export const unclearWithEffectFaults: NamedFaults = [
  ['the response is lost', lostResponse()],
  ['the response never arrives', noResponse('took-effect')],
  ['half of the response arrives, then the connection breaks', halfBody('breaks')],
  ['half of the response arrives, then nothing', halfBody('stalls')],
  [
    '500 although the request took effect',
    proxyResponse(() => problemResponse(500), 'took-effect'),
  ],
  ['502 from a gateway', proxyResponse(() => htmlResponse(502), 'took-effect')],
  ['504 from a gateway', proxyResponse(() => htmlResponse(504), 'took-effect')],
  ['408 from a gateway', proxyResponse(() => htmlResponse(408), 'took-effect')],
  [
    '503 with `Retry-After: 0` although the request took effect',
    proxyResponse(() => retryAfterResponse('0', 503), 'took-effect'),
  ],
  [
    '503 with unparsable text in Retry-After although the request took effect',
    proxyResponse(() => retryAfterResponse('soon, in 5', 503), 'took-effect'),
  ],
  [
    '503 with an exponent in Retry-After although the request took effect',
    proxyResponse(() => retryAfterResponse('1e3', 503), 'took-effect'),
  ],
];

/** The request took effect, although the service rejected it. Only reading the book shows that. */
export const refusedWithEffectFaults: NamedFaults = [
  [
    '429 with `Retry-After: 0` although the request took effect',
    proxyResponse(() => retryAfterResponse('0', 429), 'took-effect'),
  ],
  [
    '429 with two numbers in Retry-After although the request took effect',
    proxyResponse(() => retryAfterResponse('1, 2', 429), 'took-effect'),
  ],
  [
    '429 with a negative Retry-After although the request took effect',
    proxyResponse(() => retryAfterResponse('-5', 429), 'took-effect'),
  ],
  [
    '429 with an infinite Retry-After although the request took effect',
    proxyResponse(() => retryAfterResponse('Infinity', 429), 'took-effect'),
  ],
  [
    '429 with a past date in Retry-After although the request took effect',
    proxyResponse(() => retryAfterResponse('Thu, 01 Jan 1970 00:00:00 GMT', 429), 'took-effect'),
  ],
];

/** Creates an endless text body in pieces of a mebibyte. */
export function createEndlessBody(): ReadableStream<Uint8Array> {
  const piece = new Uint8Array(2 ** 20).fill(0x20);
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) =>
    controller.enqueue(piece);
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}

/** Bodies that must not exhaust memory or stall a call. */
export const hostileBodies: NamedFaults = [
  [
    'an error with an endless body',
    proxyResponse(() => new Response(createEndlessBody(), { status: 500 })),
  ],
  [
    'a success with an endless body',
    proxyResponse(() => new Response(createEndlessBody(), { status: 200 }), 'took-effect'),
  ],
  [
    'a 429 with an endless body',
    proxyResponse(() => new Response(createEndlessBody(), { status: 429 })),
  ],
  [
    'a success with a deeply nested body',
    proxyResponse(() => new Response('['.repeat(100_000)), 'took-effect'),
  ],
  [
    'a success whose fields have the wrong types',
    proxyResponse(() => Response.json({ data: [{ id: {} }], bookId: [] }), 'took-effect'),
  ],
  [
    'a Problem whose fields have the wrong types',
    proxyResponse(() => Response.json({ title: [], status: {} }, { status: 422 })),
  ],
];

/** Returns a fault that changes one part of a page of the list, so that the page contradicts itself. */
function changePage(change: (page: Record<string, unknown>) => Record<string, unknown>): Fault {
  return async (forward) => {
    const response = await forward();
    const page: unknown = JSON.parse(await response.text());
    return Response.json(isObject(page) ? change({ ...page }) : page, { status: response.status });
  };
}

/** Faulty pages of a list, after which an iteration must continue or throw. */
export const brokenPages: NamedFaults = [
  ['a page without its books', changePage((page) => ({ ...page, data: [] }))],
  [
    'a page without its last book',
    changePage((page) => ({ ...page, data: [page['data']].flat().slice(0, -1) })),
  ],
  ['a list that ends too early', changePage((page) => ({ ...page, links: { next: null } }))],
  ['no links', changePage(({ links: _links, ...page }) => page)],
  ['no meta', changePage(({ meta: _meta, ...page }) => page)],
  ['books without ids', changePage((page) => ({ ...page, data: [{ type: 'book' }] }))],
  ['a list that is an object', changePage((page) => ({ ...page, data: { 0: {} } }))],
];
