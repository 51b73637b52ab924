/** The faults that a client must handle, for tests, grouped by their effect. */
import { isObject } from '../json.ts';
import {
  answer,
  halfBody,
  lostAnswer,
  lostRequest,
  neverSent,
  silence,
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

/** Returns the page of a proxy, which repeats secrets. */
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

/** The service refused temporarily, so the request should have had no effect. */
export const refusedForNow: NamedFaults = [
  ['too many requests, in seconds', answer(() => retryAfterResponse('2', 429))],
  [
    'too many requests, until a date',
    answer(() => retryAfterResponse('Sat, 21 Nov 2026 08:00:05 GMT', 429)),
  ],
  ['too many requests, for no time', answer(() => retryAfterResponse('soon', 429))],
  ['the service is down for two seconds', answer(() => retryAfterResponse('2', 503))],
];

/** The request had no effect. */
export const withoutEffect: NamedFaults = [...neverSentFaults, ...refusedForNow];

/** The request had no effect, and the client cannot know that. */
export const unclearWithoutEffect: NamedFaults = [
  ['the request is lost', lostRequest()],
  ['the other side closes', lostRequest('UND_ERR_SOCKET')],
  ['the pipe breaks', lostRequest('EPIPE')],
  ['500 with a Problem', answer(() => problemResponse(500))],
  ['502 with a page', answer(() => htmlResponse(502))],
  ['503 without a time', answer(() => new Response(null, { status: 503 }))],
];

/** The request took effect, and the client cannot know that. */
export const unclearWithEffect: NamedFaults = [
  ['the response is lost', lostAnswer()],
  ['the response never arrives', silence('worked')],
  ['half of the response arrives, then the connection breaks', halfBody('breaks')],
  ['half of the response arrives, then nothing', halfBody('stalls')],
  ['500 although the request took effect', answer(() => problemResponse(500), 'worked')],
  ['502 of a gateway', answer(() => htmlResponse(502), 'worked')],
  ['504 of a gateway', answer(() => htmlResponse(504), 'worked')],
  ['408 of a gateway', answer(() => htmlResponse(408), 'worked')],
  [
    '503 without Retry-After although the request took effect',
    answer(() => retryAfterResponse('0', 503), 'worked'),
  ],
  [
    '503 with a date although the request took effect',
    answer(() => retryAfterResponse('soon, in 5', 503), 'worked'),
  ],
  [
    '503 with a fraction although the request took effect',
    answer(() => retryAfterResponse('1e3', 503), 'worked'),
  ],
];

/** The request took effect, although the service refused it. Only reading the book shows that. */
export const refusedWithEffect: NamedFaults = [
  ['429 although the request took effect', answer(() => retryAfterResponse('0', 429), 'worked')],
  [
    '429 with an invalid time although the request took effect',
    answer(() => retryAfterResponse('1, 2', 429), 'worked'),
  ],
  [
    '429 with a negative time although the request took effect',
    answer(() => retryAfterResponse('-5', 429), 'worked'),
  ],
  [
    '429 with an endless time although the request took effect',
    answer(() => retryAfterResponse('Infinity', 429), 'worked'),
  ],
  [
    '429 with a date in the past',
    answer(() => retryAfterResponse('Thu, 01 Jan 1970 00:00:00 GMT', 429), 'worked'),
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

/** Bodies that must neither fill the memory nor delay a call; the request took effect or not. */
export const hostileBodies: NamedFaults = [
  ['an endless page as an error', answer(() => new Response(endless(), { status: 500 }))],
  ['an endless success', answer(() => new Response(endless(), { status: 200 }), 'worked')],
  ['an endless refusal', answer(() => new Response(endless(), { status: 429 }))],
  ['a deeply nested success', answer(() => new Response('['.repeat(100_000)), 'worked')],
  [
    'a success of other types',
    answer(() => Response.json({ data: [{ id: {} }], bookId: [] }), 'worked'),
  ],
  [
    'a Problem of other types',
    answer(() => Response.json({ title: [], status: {} }, { status: 422 })),
  ],
];

/** Returns a page of the list with a part replaced, so that it contradicts itself. */
function brokenPage(change: (page: Record<string, unknown>) => Record<string, unknown>): Fault {
  return async (on) => {
    const whole = await on();
    const page: unknown = JSON.parse(await whole.text());
    return Response.json(isObject(page) ? change({ ...page }) : page, { status: whole.status });
  };
}

/** Pages of a list after which a walk must go on or throw. */
export const brokenPages: NamedFaults = [
  ['a page without its books', brokenPage((page) => ({ ...page, data: [] }))],
  [
    'a page without its last book',
    brokenPage((page) => ({ ...page, data: [page['data']].flat().slice(0, -1) })),
  ],
  ['a last page too early', brokenPage((page) => ({ ...page, links: { next: null } }))],
  ['no links', brokenPage(({ links: _links, ...page }) => page)],
  ['no meta', brokenPage(({ meta: _meta, ...page }) => page)],
  ['books without ids', brokenPage((page) => ({ ...page, data: [{ type: 'book' }] }))],
  ['a list that is an object', brokenPage((page) => ({ ...page, data: { 0: {} } }))],
];
