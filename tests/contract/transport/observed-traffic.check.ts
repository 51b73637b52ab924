/** Observes the bodies and headers of all traffic, and the ways to send a key, where the document is silent. */
import { isObject } from '../../../src/contract/json-pointer.ts';
import { isJsonType } from '../../../src/contract/shapes.ts';
import { section, watch, observe } from '../../../src/harness/suite/index.ts';
import {
  type Exchange,
  isMessageBody,
  parseProblem,
  readMediaType,
} from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';

/** Returns the Problem of a refusal, or undefined. */
function findProblem({ response: { status, body } }: Exchange): ReturnType<typeof parseProblem> {
  return status >= 400 ? parseProblem(body) : undefined;
}

/** Returns the first instant in a response, wherever it is. */
function findInstant(text: string): string | undefined {
  return /"(?:createdAt|expiresAt)":\s*"([^"]+)"/.exec(text)?.[1];
}

function classifyInstance(instance: string, exchange: Exchange): string | undefined {
  const [path = '', query] = exchange.request.path.split('?');
  // An instance without the path is a drift of problem.instance-path, not a reading.
  if (!instance.includes(path)) return undefined;
  if (/^https?:/.test(instance)) return 'url';
  if (instance.includes('?')) return 'with-query';
  if (!instance.includes('/v2/distribution/')) return 'path-without-prefix';
  // Only a request with a query shows whether the instance repeats it.
  return query === undefined ? undefined : 'path-with-prefix';
}

function classifyNestedName(name: string): string | undefined {
  if (/^(contributor|price)\.\d+\.\w+$/.test(name)) return 'dotted';
  if (/^(contributor|price)\[\d+\]\.?\w+$/.test(name)) return 'bracketed';
  if (/^\/(contributor|price)\/\d+\/\w+$/.test(name)) return 'pointer';
  return undefined;
}

function classifyType({ response: { body } }: Exchange): string {
  const type = isObject(body) ? body['type'] : undefined;
  if (type === undefined) return 'absent';
  return type === 'about:blank' ? 'about-blank' : 'uri';
}

const limitHeaders = ['ratelimit', 'ratelimit-limit', 'x-ratelimit-limit', 'retry-after'] as const;

/** Operations that may return 404 for other reasons than an unknown id: a page, a checksum, a URL. */
const ambiguous404 = new Set(['listBooks', 'lookUpBook', 'attachFile', 'putFile']);

/** Returns the precision and zone in which an ISO 8601 instant is written. */
function classifyPrecision(instant: string): string {
  if (/\.\d{3}Z$/.test(instant)) return 'z-milliseconds';
  if (/\.\d+Z$/.test(instant)) return 'z-fraction';
  if (instant.endsWith('Z')) return 'z-seconds';
  return /[+-]00:?00$/.test(instant) ? 'offset' : 'another form';
}

export const observedTraffic = section('All traffic, where the document is silent', [
  watch('error.media-type', (exchange) => {
    if (findProblem(exchange) === undefined) return undefined;
    const mediaType = readMediaType(exchange.response);
    if (mediaType === 'application/problem+json') return 'problem-json';
    return mediaType === 'application/json' ? 'application-json' : mediaType;
  }),
  watch('error.charset', ({ response }) => {
    if (!isJsonType(readMediaType(response))) return undefined;
    const charset = /charset=([^;]+)/i.exec(response.headers['content-type'] ?? '')?.[1];
    return charset?.trim().toLowerCase() ?? 'absent';
  }),
  watch('timestamps.precision', ({ response: { text = '', status } }) => {
    const instant = status < 300 ? findInstant(text) : undefined;
    return instant === undefined ? undefined : classifyPrecision(instant);
  }),
  watch('concurrency', ({ operation, response: { status, headers } }) => {
    if (operation !== 'readBook' || status !== 200) return undefined;
    return headers['etag'] === undefined ? 'none' : 'etag';
  }),
  watch('location.header', ({ operation, response: { status, headers } }) => {
    if (operation !== 'createBook' || status !== 201) return undefined;
    return headers['location'] === undefined ? 'absent' : 'present';
  }),
  watch('problem.type', (exchange) =>
    findProblem(exchange) === undefined ? undefined : classifyType(exchange),
  ),
  watch('problem.instance', (exchange) => {
    const problem = findProblem(exchange);
    return problem === undefined ? undefined : classifyInstance(problem.instance, exchange);
  }),
  watch('problem.nested-names', (exchange) => {
    const names = findProblem(exchange)?.invalidParams ?? [];
    return names.flatMap(({ name }) => classifyNestedName(name) ?? [])[0];
  }),
  watch('not-found.body', ({ operation, response: { status, body } }) => {
    if (status !== 404 || operation === undefined || ambiguous404.has(operation)) return undefined;
    if (parseProblem(body) !== undefined) return 'problem';
    return isMessageBody(body) ? 'message' : undefined;
  }),
  watch('codes-per-endpoint', ({ operation, response: { status } }) =>
    operation === undefined ? undefined : String(status),
  ),
  watch('rate-limits', ({ response: { headers } }) => {
    const present = limitHeaders.filter((name) => headers[name] !== undefined);
    return present.length === 0 ? 'no header' : present.join();
  }),
  watch('deprecation', ({ response: { headers } }) => {
    const present = ['deprecation', 'sunset'].filter((name) => headers[name] !== undefined);
    return present.length === 0 ? 'no header' : present.join();
  }),
]);

async function requestList(t: Stage, key: string | null): Promise<Exchange> {
  return t.wire({ method: 'GET', path: '/books', query: { perPage: '1' }, key });
}

/** Returns a refusal as a string, without the parts that differ from request to request. */
function normalizeRefusal({ response }: Exchange): string {
  const { status, body, text = '' } = response;
  const plain = isObject(body) ? JSON.stringify(body) : text;
  return `${status} ${readMediaType(response)} ${plain.replaceAll(/[0-9a-f-]{16,}/gi, '')}`;
}

function classifyBody({ response }: Exchange): string {
  const { text, body } = response;
  if (text === '') return 'empty';
  if (parseProblem(body) !== undefined) return 'problem';
  if (isMessageBody(body)) return 'message';
  const mediaType = readMediaType(response);
  if (mediaType === 'text/html') return 'html';
  return mediaType === 'text/plain' ? 'text' : mediaType || 'something without a type';
}

/** Returns true if a 401 is about the key. The storage has no keys, and an unknown route may get 401 too. */
function isKeyRefusal({ operation, response: { status } }: Exchange): boolean {
  return status === 401 && operation !== undefined && operation !== 'putFile';
}

export const observedKeys = section('Authentication, where the document is silent', [
  watch('auth.body', (exchange) => (isKeyRefusal(exchange) ? classifyBody(exchange) : undefined)),
  watch('auth.challenge', (exchange) => {
    if (!isKeyRefusal(exchange)) return undefined;
    return exchange.response.headers['www-authenticate'] === undefined ? 'absent' : 'present';
  }),
  observe('auth.missing-vs-invalid', async (t) => {
    const [missingKey, invalidKey] = [
      await requestList(t, null),
      await requestList(t, 'no-such-key-4f1d'),
    ];
    return normalizeRefusal(missingKey) === normalizeRefusal(invalidKey) ? 'same' : 'different';
  }),
  observe('auth.before-routing', async (t) => {
    const key = 'no-such-key-4f1d';
    const text = 'not JSON at all';
    const responses = [
      await t.wire({ method: 'GET', path: '/no-such-route', key }),
      await t.wire({ method: 'GET', path: '/books', query: { perPage: '0' }, key }),
      ...(t.target.allow.has('write')
        ? [await t.wire({ method: 'POST', path: '/books', text, contentType: 'text/plain', key })]
        : []),
    ];
    return responses.every(({ response: { status } }) => status === 401) ? 'yes' : 'no';
  }),
  observe(
    'auth.empty-key',
    async (t) => `${(await requestList(t, '')).response.status} to an empty key`,
  ),
]);
