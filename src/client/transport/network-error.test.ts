/** Tests the errors for a failed fetch in each runtime, and whether the request counts as sent. */
import { expect, it } from 'vitest';
import { createNetworkError } from './transport.ts';
import { canary } from '../../../tests/support/client/known-faults.ts';
import { createMask } from '../responses/headers.ts';

const mask = createMask(canary.apiKey);
const createError = (thrown: unknown) =>
  createNetworkError({ operation: 'readBook', attempts: 1, hasResponse: false }, thrown, mask);

/** Creates an error like undici's, with the code in the cause. */
function createFetchError(cause: unknown): TypeError {
  return new TypeError('fetch failed', { cause });
}

function createCodedError(code: string, fields: object = {}): Error {
  return Object.assign(new Error(code), { code, ...fields });
}

/** The message of a connection that was closed during its TLS handshake. */
const brokenHandshake =
  'Client network socket disconnected before secure TLS connection was established';

function createCircularError(): Error {
  const error = new Error('a');
  error.cause = new Error('b', { cause: error });
  return error;
}

it.each([
  ['Node: connection refused', 'ECONNREFUSED', {}, false],
  ['Node: unknown host name', 'ENOTFOUND', { syscall: 'getaddrinfo' }, false],
  ['Node: no route to the host', 'EHOSTUNREACH', { syscall: 'connect' }, false],
  ['Node: connecting timed out', 'ETIMEDOUT', { syscall: 'connect' }, false],
  ['undici: connecting timed out', 'UND_ERR_CONNECT_TIMEOUT', {}, false],
  ['TLS: expired certificate', 'CERT_HAS_EXPIRED', {}, false],
  ['TLS: certificate for another name', 'ERR_TLS_CERT_ALTNAME_INVALID', {}, false],
  ['TLS: unknown issuer', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', {}, false],
  ['TLS: self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT', {}, false],
  ['TLS: an http port', 'ERR_SSL_WRONG_VERSION_NUMBER', {}, false],
  ['TLS: closed before the handshake was over', 'ECONNRESET', { message: brokenHandshake }, false],
  ['Node: reset', 'ECONNRESET', {}, true],
  ['Node: no response to the request', 'ETIMEDOUT', { syscall: 'read' }, true],
  ['undici: closed by the other side', 'UND_ERR_SOCKET', {}, true],
  ['undici: no response headers in time', 'UND_ERR_HEADERS_TIMEOUT', {}, true],
])('%s (%s): the error has its code, and sent as expected', (...row) => {
  const [, code, fields, sent] = row;
  const error = createError(createFetchError(createCodedError(code, fields)));
  expect(error).toMatchObject({ sent, code });
});

const refused = createCodedError('ECONNREFUSED');
const refusedTunnel = createCodedError('UND_ERR_ABORTED', {
  message: 'Proxy response (407) !== 200 when HTTP Tunneling',
});

it.each([
  ['Node: two addresses, both refused', createFetchError(new AggregateError([refused, refused]))],
  ['Node: a port that fetch blocks', createFetchError(new Error('bad port'))],
  [
    'undici: a proxy that refuses the tunnel',
    createFetchError(new Error('Request was cancelled.', { cause: refusedTunnel })),
  ],
  ['Bun: connection refused', createCodedError('ConnectionRefused')],
  [
    'Deno: connection refused',
    new TypeError('error sending request for url (https://x): client error (Connect)'),
  ],
])('%s: the error has sent: false', (_, error) => {
  expect(createError(error).sent).toBe(false);
});

it.each([
  [
    'one address refused, one reset',
    createFetchError(new AggregateError([refused, createCodedError('ECONNRESET')])),
  ],
  ['a failure in a browser', new TypeError('Failed to fetch')],
  ['a failure in Safari', new TypeError('Load failed')],
  ['a numeric code', new DOMException('x', 'NetworkError')],
  ['circular causes', createCircularError()],
  ['a string instead of an error', 'offline'],
  ['undefined', undefined],
])('%s: the error has sent: true and no code', (_, error) => {
  expect(createError(error)).toMatchObject({ sent: true, code: undefined });
});

it('has the innermost error as its cause, without secrets', () => {
  const cause = new Error(`refused ${canary.apiKey} at ${canary.url}`);
  const failure = createError(createFetchError(cause));
  if (!(failure.cause instanceof Error)) throw failure;
  expect(failure.cause.message).toBe('refused [apikey] at https://storage.example/put?[query]');
  expect(failure.cause.stack).toContain('network-error.test.ts');
  expect(failure.cause.stack).not.toMatch(/canary/);
});

it('gives advice and is not retryable if a custom fetch does not take the Request', () => {
  const failure = createError(createFetchError(createCodedError('ERR_INVALID_URL')));
  expect(failure).toMatchObject({ sent: false, retryable: false });
  expect(failure.message).toContain('may need its Request class');
});
