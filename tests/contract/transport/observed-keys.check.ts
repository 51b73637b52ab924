/** Observes authentication where the document is silent. */
import { isObject } from '../../../src/contract/json-pointer.ts';
import { observe, section, watch } from '../../../src/harness/suite/index.ts';
import {
  type Exchange,
  isMessageBody,
  parseProblem,
  readMediaType,
} from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';

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
