/** Tests the errors for a failed fetch in each runtime, and whether the request counts as sent. */
import { describe, expect, it } from 'vitest';
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

function createCircularError(): Error {
  const error = new Error('a');
  error.cause = new Error('b', { cause: error });
  return error;
}

describe('a request that was never sent', () => {
  it.each([
    ['Node: connection refused', createFetchError(createCodedError('ECONNREFUSED'))],
    [
      'Node: unknown host name',
      createFetchError(createCodedError('ENOTFOUND', { syscall: 'getaddrinfo' })),
    ],
    [
      'Node: no route to the host',
      createFetchError(createCodedError('EHOSTUNREACH', { syscall: 'connect' })),
    ],
    [
      'Node: connecting timed out',
      createFetchError(createCodedError('ETIMEDOUT', { syscall: 'connect' })),
    ],
    [
      'Node: two addresses, both refused',
      createFetchError(
        new AggregateError([createCodedError('ECONNREFUSED'), createCodedError('ECONNREFUSED')]),
      ),
    ],
    ['undici: connecting timed out', createFetchError(createCodedError('UND_ERR_CONNECT_TIMEOUT'))],
    ['TLS: expired certificate', createFetchError(createCodedError('CERT_HAS_EXPIRED'))],
    [
      'TLS: certificate for another name',
      createFetchError(createCodedError('ERR_TLS_CERT_ALTNAME_INVALID')),
    ],
    ['TLS: unknown issuer', createFetchError(createCodedError('UNABLE_TO_VERIFY_LEAF_SIGNATURE'))],
    [
      'TLS: self-signed certificate',
      createFetchError(createCodedError('DEPTH_ZERO_SELF_SIGNED_CERT')),
    ],
    ['TLS: an http port', createFetchError(createCodedError('ERR_SSL_WRONG_VERSION_NUMBER'))],
    [
      'TLS: closed before the handshake was over',
      createFetchError(
        createCodedError('ECONNRESET', {
          message:
            'Client network socket disconnected before secure TLS connection was established',
        }),
      ),
    ],
    ['Node: a port that fetch blocks', createFetchError(new Error('bad port'))],
    [
      'undici: a proxy that refuses the tunnel',
      createFetchError(
        Object.assign(new Error('Request was cancelled.'), {
          cause: createCodedError('UND_ERR_ABORTED', {
            message: 'Proxy response (407) !== 200 when HTTP Tunneling',
          }),
        }),
      ),
    ],
    ['Bun: connection refused', createCodedError('ConnectionRefused')],
    [
      'Deno: connection refused',
      new TypeError('error sending request for url (https://x): client error (Connect)'),
    ],
  ])('has sent: false after %s', (_, error) => {
    expect(createError(error).sent).toBe(false);
  });
});

describe('a request that may have arrived', () => {
  it.each([
    ['Node: reset', createFetchError(createCodedError('ECONNRESET')), 'ECONNRESET'],
    [
      'Node: no response to the request',
      createFetchError(createCodedError('ETIMEDOUT', { syscall: 'read' })),
      'ETIMEDOUT',
    ],
    [
      'Node: one address refused, one reset',
      createFetchError(
        new AggregateError([createCodedError('ECONNREFUSED'), createCodedError('ECONNRESET')]),
      ),
      undefined,
    ],
    [
      'undici: closed by the other side',
      createFetchError(createCodedError('UND_ERR_SOCKET')),
      'UND_ERR_SOCKET',
    ],
    [
      'undici: no response headers in time',
      createFetchError(createCodedError('UND_ERR_HEADERS_TIMEOUT')),
      'UND_ERR_HEADERS_TIMEOUT',
    ],
    ['a failure in a browser', new TypeError('Failed to fetch'), undefined],
    ['a failure in Safari', new TypeError('Load failed'), undefined],
    ['a numeric code', new DOMException('x', 'NetworkError'), undefined],
    ['circular causes', createCircularError(), undefined],
    ['a string instead of an error', 'offline', undefined],
    ['undefined', undefined, undefined],
  ])('has sent: true after %s', (_, error, code) => {
    expect(createError(error)).toMatchObject({ sent: true, code });
  });
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
