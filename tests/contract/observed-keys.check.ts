/** Authentication where the document is silent. */
import { isObject } from '../../src/contract/json-pointer.ts';
import { observe, section, watch } from '../../src/harness/check.ts';
import type { Exchange } from '../../src/harness/exchange.ts';
import { isMessage, problemOf } from '../../src/harness/refusal-bodies.ts';
import type { Stage } from '../../src/harness/stage.ts';

async function list(t: Stage, key: string | null): Promise<Exchange> {
  return t.wire({ method: 'GET', path: '/books', query: { perPage: '1' }, key });
}

/** What a refusal says, without what differs from request to request. */
function said({ status, mediaType, body, text }: Exchange): string {
  const plain = isObject(body) ? JSON.stringify(body) : text;
  return `${status} ${mediaType} ${plain.replaceAll(/[0-9a-f-]{16,}/gi, '')}`;
}

function kindOf({ text, mediaType, body }: Exchange): string {
  if (text === '') return 'empty';
  if (problemOf(body) !== undefined) return 'problem';
  if (isMessage(body)) return 'message';
  if (mediaType === 'text/html') return 'html';
  return mediaType === 'text/plain' ? 'text' : mediaType || 'something without a type';
}

export const observedKeys = section('Authentication, where the document is silent', [
  watch('auth.body', (exchange) => (exchange.status === 401 ? kindOf(exchange) : undefined)),
  watch('auth.challenge', ({ status, headers }) => {
    if (status !== 401) return undefined;
    return headers['www-authenticate'] === undefined ? 'absent' : 'present';
  }),
  observe('auth.missing-vs-invalid', async (t) => {
    const [missing, invalid] = [await list(t, null), await list(t, 'no-such-key-4f1d')];
    return said(missing) === said(invalid) ? 'same' : 'different';
  }),
  observe('auth.before-routing', async (t) => {
    const key = 'no-such-key-4f1d';
    const text = 'not JSON at all';
    const answers = [
      await t.wire({ method: 'GET', path: '/no-such-route', key }),
      await t.wire({ method: 'GET', path: '/books', query: { perPage: '0' }, key }),
      ...(t.target.allow.has('write')
        ? [await t.wire({ method: 'POST', path: '/books', text, contentType: 'text/plain', key })]
        : []),
    ];
    return answers.every(({ status }) => status === 401) ? 'yes' : 'no';
  }),
  observe('auth.empty-key', async (t) => `${(await list(t, '')).status} to an empty key`),
]);
