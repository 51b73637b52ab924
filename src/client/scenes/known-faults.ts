/** The faults a client must live with, for tests: sorted by what they leave behind. */
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

function wait(retryAfter: string, status: number): Response {
  return new Response(null, { status, headers: { 'retry-after': retryAfter } });
}

/** Nothing was done, and the client knows it. */
export const undone: Named = [
  ['nobody listens', neverSent('ECONNREFUSED')],
  ['the name is unknown', neverSent('ENOTFOUND')],
  ['the name cannot be looked up now', neverSent('EAI_AGAIN')],
  ['the connection is not made in time', neverSent('UND_ERR_CONNECT_TIMEOUT')],
  ['the certificate has run out', neverSent('CERT_HAS_EXPIRED')],
  ['too many requests, in seconds', answer(() => wait('2', 429))],
  ['too many requests, until a date', answer(() => wait('Sat, 21 Nov 2026 08:00:05 GMT', 429))],
  ['too many requests, for no time', answer(() => wait('soon', 429))],
  ['the service is down for two seconds', answer(() => wait('2', 503))],
];

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
  ['500 in spite of it', answer(() => problemAnswer(500), 'worked')],
  ['502 of a gateway', answer(() => pageAnswer(502), 'worked')],
  ['504 of a gateway', answer(() => pageAnswer(504), 'worked')],
  ['408 of a gateway', answer(() => pageAnswer(408), 'worked')],
];
