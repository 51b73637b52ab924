/** Tests what the client concludes from the errors with which runtimes reject a fetch. */
import { describe, expect, it } from 'vitest';
import { createNetworkError } from './network-error.ts';
import { canary } from '../scenes/known-faults.ts';
import { createMask } from '../responses/mask.ts';

const mask = createMask(canary.apiKey);
const read = (thrown: unknown) =>
  createNetworkError({ operation: 'readBook', attempts: 1, begun: false }, thrown, mask);

/** An error of undici: the code is in the cause. */
function failed(cause: unknown): TypeError {
  return new TypeError('fetch failed', { cause });
}

function withCode(code: string, more: object = {}): Error {
  return Object.assign(new Error(code), { code, ...more });
}

function circle(): Error {
  const error = new Error('a');
  error.cause = new Error('b', { cause: error });
  return error;
}

describe('a request that was never sent', () => {
  it.each([
    ['Node: connection refused', failed(withCode('ECONNREFUSED'))],
    ['Node: unknown host name', failed(withCode('ENOTFOUND', { syscall: 'getaddrinfo' }))],
    ['Node: no route to the host', failed(withCode('EHOSTUNREACH', { syscall: 'connect' }))],
    ['Node: connecting timed out', failed(withCode('ETIMEDOUT', { syscall: 'connect' }))],
    [
      'Node: two addresses, both refused',
      failed(new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')])),
    ],
    ['undici: connecting timed out', failed(withCode('UND_ERR_CONNECT_TIMEOUT'))],
    ['TLS: expired certificate', failed(withCode('CERT_HAS_EXPIRED'))],
    ['TLS: certificate for another name', failed(withCode('ERR_TLS_CERT_ALTNAME_INVALID'))],
    ['TLS: unknown issuer', failed(withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE'))],
    ['TLS: self-signed certificate', failed(withCode('DEPTH_ZERO_SELF_SIGNED_CERT'))],
    ['Bun', withCode('ConnectionRefused')],
    ['Deno', new TypeError('error sending request for url (https://x): client error (Connect)')],
  ])('%s', (_, error) => {
    expect(read(error).sent).toBe(false);
  });
});

describe('a request that may have arrived', () => {
  it.each([
    ['Node: reset', failed(withCode('ECONNRESET')), 'ECONNRESET'],
    [
      'Node: no response to the request',
      failed(withCode('ETIMEDOUT', { syscall: 'read' })),
      'ETIMEDOUT',
    ],
    [
      'Node: one address refused, one reset',
      failed(new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNRESET')])),
      undefined,
    ],
    ['undici: closed by the other side', failed(withCode('UND_ERR_SOCKET')), 'UND_ERR_SOCKET'],
    [
      'undici: no response headers in time',
      failed(withCode('UND_ERR_HEADERS_TIMEOUT')),
      'UND_ERR_HEADERS_TIMEOUT',
    ],
    ['a browser', new TypeError('Failed to fetch'), undefined],
    ['Safari', new TypeError('Load failed'), undefined],
    ['a numeric code', new DOMException('x', 'NetworkError'), undefined],
    ['circular causes', circle(), undefined],
    ['a string instead of an error', 'offline', undefined],
    ['undefined', undefined, undefined],
  ])('%s', (_, error, code) => {
    expect(read(error)).toMatchObject({ sent: true, code });
  });
});

it('keeps the innermost error, without its secrets', () => {
  const cause = new Error(`refused ${canary.apiKey} at ${canary.url}`);
  const failure = read(failed(cause));
  if (!(failure.cause instanceof Error)) throw failure;
  expect(failure.cause.message).toBe('refused [apikey] at https://storage.example/put?[query]');
  expect(failure.cause.stack).toContain('network-error.test.ts');
  expect(failure.cause.stack).not.toMatch(/canary/);
});

describe('a fetch with its own errors', () => {
  const broken = new TypeError("Cannot read properties of undefined (reading 'headers')");
  const url = failed(Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL' }));

  it.each([
    ['a bug in its code', broken, undefined],
    ['a Request class it does not know', url, false],
  ])('is not called again after %s', (_, error, sent) => {
    expect(read(error)).toMatchObject({ sent, retryable: false });
    expect(read(error).message).toContain('the fetch that was given failed');
  });
});
