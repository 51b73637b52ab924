/** The faults a client must live with, for tests: sorted by what they leave behind. */
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

type Named = readonly (readonly [string, Fault])[];

/** Texts that no error and no log may show: a key, and the query of a signed URL. */
export const canary = {
  apiKey: 'canary-key-4711',
  url: 'https://storage.example/put?signature=canary-signature',
} as const;

/** A Problem object that repeats secrets. */
export function problemAnswer(status: number): Response {
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

/** A page of something between, which repeats secrets. */
export function pageAnswer(status: number): Response {
  const html = `<html>${canary.apiKey} ${canary.url}</html>`;
  return new Response(html, { status, headers: { 'content-type': 'text/html' } });
}

export function wait(retryAfter: string, status: number): Response {
  return new Response(null, { status, headers: { 'retry-after': retryAfter } });
}

/** The request never left. */
export const neverLeft: Named = [
  ['nobody listens', neverSent('ECONNREFUSED')],
  ['the name is unknown', neverSent('ENOTFOUND')],
  ['the name cannot be looked up now', neverSent('EAI_AGAIN')],
  ['the connection is not made in time', neverSent('UND_ERR_CONNECT_TIMEOUT')],
  ['the certificate has run out', neverSent('CERT_HAS_EXPIRED')],
];

/** The service refused for now, so it did nothing if it keeps to its word. */
export const refusedForNow: Named = [
  ['too many requests, in seconds', answer(() => wait('2', 429))],
  ['too many requests, until a date', answer(() => wait('Sat, 21 Nov 2026 08:00:05 GMT', 429))],
  ['too many requests, for no time', answer(() => wait('soon', 429))],
  ['the service is down for two seconds', answer(() => wait('2', 503))],
];

/** Nothing was done. */
export const undone: Named = [...neverLeft, ...refusedForNow];

/** Nothing was done, and the client cannot know. */
export const unclearUndone: Named = [
  ['the request is lost', lostRequest()],
  ['the other side closes', lostRequest('UND_ERR_SOCKET')],
  ['the pipe breaks', lostRequest('EPIPE')],
  ['500 with a Problem', answer(() => problemAnswer(500))],
  ['502 with a page', answer(() => pageAnswer(502))],
  ['503 without a time', answer(() => new Response(null, { status: 503 }))],
];

/** The work was done, and the client cannot know. */
export const unclearDone: Named = [
  ['the answer is lost', lostAnswer()],
  ['the answer never comes', silence('worked')],
  ['half the answer comes, then the end', halfBody('breaks')],
  ['half the answer comes, then nothing', halfBody('stalls')],
  ['500 although the work was done', answer(() => problemAnswer(500), 'worked')],
  ['502 of a gateway', answer(() => pageAnswer(502), 'worked')],
  ['504 of a gateway', answer(() => pageAnswer(504), 'worked')],
  ['408 of a gateway', answer(() => pageAnswer(408), 'worked')],
  ['503 without Retry-After although the work was done', answer(() => wait('0', 503), 'worked')],
  ['503 with a date although the work was done', answer(() => wait('soon, in 5', 503), 'worked')],
  ['503 with a fraction although the work was done', answer(() => wait('1e3', 503), 'worked')],
];

/** The work was done, and the service says that it refused. Only a look can tell. */
export const refusedDone: Named = [
  ['429 although the work was done', answer(() => wait('0', 429), 'worked')],
  [
    '429 with an invalid time although the work was done',
    answer(() => wait('1, 2', 429), 'worked'),
  ],
  ['429 with a negative time although the work was done', answer(() => wait('-5', 429), 'worked')],
  [
    '429 with an endless time although the work was done',
    answer(() => wait('Infinity', 429), 'worked'),
  ],
  ['429 with a date long past', answer(() => wait('Thu, 01 Jan 1970 00:00:00 GMT', 429), 'worked')],
];

/** An endless body of text in pieces of a megabyte. */
export function endless(): ReadableStream<Uint8Array> {
  const piece = new Uint8Array(2 ** 20).fill(0x20);
  return new ReadableStream(
    { pull: (controller) => controller.enqueue(piece) },
    { highWaterMark: 0 },
  );
}

/** Bodies that must neither fill the memory nor hold a call up; the work was done or not. */
export const hostileBodies: Named = [
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

/** The service's own page of a list with a part replaced, so that it contradicts itself. */
function brokenPage(change: (page: Record<string, unknown>) => Record<string, unknown>): Fault {
  return async (on) => {
    const whole = await on();
    const page: unknown = JSON.parse(await whole.text());
    return Response.json(isObject(page) ? change({ ...page }) : page, { status: whole.status });
  };
}

/** Pages of a list after which a walk must go on or throw. */
export const brokenPages: Named = [
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
