/** The faults that a client must handle, for tests, grouped by their effect. */
import { isObject } from '../json.ts';
import {
  proxyResponse,
  halfBody,
  lostResponse,
  lostRequest,
  neverSent,
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
  const problem = {
    title: 'No',
    status,
    detail: `${url} ${apiKey}`,
    instance: url,
    invalidParams: [],
  };
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
  ['the port is closed', neverSent('ECONNREFUSED')],
  ['the host name is unknown', neverSent('ENOTFOUND')],
  ['the host name cannot be resolved for now', neverSent('EAI_AGAIN')],
  ['the connection times out', neverSent('UND_ERR_CONNECT_TIMEOUT')],
  ['the certificate has expired', neverSent('CERT_HAS_EXPIRED')],
];

/** The service rejected the request temporarily, so the request should have had no effect. */
export const refusedForNowFaults: NamedFaults = [
  ['429 with Retry-After in seconds', proxyResponse(() => retryAfterResponse('2', 429))],
  [
    '429 with a date in Retry-After',
    proxyResponse(() => retryAfterResponse('Sat, 21 Nov 2026 08:00:05 GMT', 429)),
  ],
  ['429 with unparsable text in Retry-After', proxyResponse(() => retryAfterResponse('soon', 429))],
  ['503 with Retry-After in seconds', proxyResponse(() => retryAfterResponse('2', 503))],
];

/** The request had no effect. */
export const withoutEffectFaults: NamedFaults = [...neverSentFaults, ...refusedForNowFaults];

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
  ['the response never arrives', noResponse('worked')],
  ['half of the response arrives, then the connection breaks', halfBody('breaks')],
  ['half of the response arrives, then nothing', halfBody('stalls')],
  ['500 although the request took effect', proxyResponse(() => problemResponse(500), 'worked')],
  ['502 from a gateway', proxyResponse(() => htmlResponse(502), 'worked')],
  ['504 from a gateway', proxyResponse(() => htmlResponse(504), 'worked')],
  ['408 from a gateway', proxyResponse(() => htmlResponse(408), 'worked')],
  [
    '503 with `Retry-After: 0` although the request took effect',
    proxyResponse(() => retryAfterResponse('0', 503), 'worked'),
  ],
  [
    '503 with unparsable text in Retry-After although the request took effect',
    proxyResponse(() => retryAfterResponse('soon, in 5', 503), 'worked'),
  ],
  [
    '503 with an exponent in Retry-After although the request took effect',
    proxyResponse(() => retryAfterResponse('1e3', 503), 'worked'),
  ],
];

/** The request took effect, although the service rejected it. Only reading the book shows that. */
export const refusedWithEffectFaults: NamedFaults = [
  [
    '429 with `Retry-After: 0` although the request took effect',
    proxyResponse(() => retryAfterResponse('0', 429), 'worked'),
  ],
  [
    '429 with two numbers in Retry-After although the request took effect',
    proxyResponse(() => retryAfterResponse('1, 2', 429), 'worked'),
  ],
  [
    '429 with a negative Retry-After although the request took effect',
    proxyResponse(() => retryAfterResponse('-5', 429), 'worked'),
  ],
  [
    '429 with an infinite Retry-After although the request took effect',
    proxyResponse(() => retryAfterResponse('Infinity', 429), 'worked'),
  ],
  [
    '429 with a past date in Retry-After although the request took effect',
    proxyResponse(() => retryAfterResponse('Thu, 01 Jan 1970 00:00:00 GMT', 429), 'worked'),
  ],
];

/** An endless body of text in pieces of a megabyte. */
export function endless(): ReadableStream<Uint8Array> {
  const piece = new Uint8Array(2 ** 20).fill(0x20);
  return new ReadableStream(
    { pull: (controller) => controller.enqueue(piece) },
    { highWaterMark: 0 },
  );
}

/** Bodies that must not exhaust memory or stall a call, whether or not the request took effect. */
export const hostileBodies: NamedFaults = [
  ['an error with an endless body', proxyResponse(() => new Response(endless(), { status: 500 }))],
  [
    'a success with an endless body',
    proxyResponse(() => new Response(endless(), { status: 200 }), 'worked'),
  ],
  ['a 429 with an endless body', proxyResponse(() => new Response(endless(), { status: 429 }))],
  [
    'a success with a deeply nested body',
    proxyResponse(() => new Response('['.repeat(100_000)), 'worked'),
  ],
  [
    'a success whose fields have the wrong types',
    proxyResponse(() => Response.json({ data: [{ id: {} }], bookId: [] }), 'worked'),
  ],
  [
    'a Problem whose fields have the wrong types',
    proxyResponse(() => Response.json({ title: [], status: {} }, { status: 422 })),
  ],
];

/** Returns a fault that changes one part of a page of the list, so that the page contradicts itself. */
function brokenPage(change: (page: Record<string, unknown>) => Record<string, unknown>): Fault {
  return async (forward) => {
    const whole = await forward();
    const page: unknown = JSON.parse(await whole.text());
    return Response.json(isObject(page) ? change({ ...page }) : page, { status: whole.status });
  };
}

/** Faulty pages of a list. After each, a walk must continue or throw. */
export const brokenPages: NamedFaults = [
  ['a page without its books', brokenPage((page) => ({ ...page, data: [] }))],
  [
    'a page without its last book',
    brokenPage((page) => ({ ...page, data: [page['data']].flat().slice(0, -1) })),
  ],
  ['a list that ends too early', brokenPage((page) => ({ ...page, links: { next: null } }))],
  ['no links', brokenPage(({ links: _links, ...page }) => page)],
  ['no meta', brokenPage(({ meta: _meta, ...page }) => page)],
  ['books without ids', brokenPage((page) => ({ ...page, data: [{ type: 'book' }] }))],
  ['a list that is an object', brokenPage((page) => ({ ...page, data: { 0: {} } }))],
];
