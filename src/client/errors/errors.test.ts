/** Tests which error class each kind of response is thrown as, and that no error shows a secret. */
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createDistribution } from '../create-distribution.ts';
import {
  MessageError,
  ProblemError,
  ResponseError,
  UnexpectedResponseError,
  DistributionError,
  isDistributionError,
  isMessageError,
  isNetworkError,
  isProblemError,
  isRateLimited,
  isServerFailure,
  isUnauthorizedError,
  isUnexpectedResponseError,
} from './index.ts';

const apiKey = 'canary-key-4711';
const signedUrl = 'https://storage.example/put/1?signature=canary-signature';

/** Returns the error of a read that gets this response. */
async function readError(response: Response): Promise<unknown> {
  const { books } = createDistribution({
    baseUrl: 'https://host.example',
    apiKey,
    maxRetries: 0,
    fetch: () => response,
  });
  try {
    return await books.get('3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90');
  } catch (error) {
    return error;
  }
}

const problem = {
  type: 'about:blank',
  title: 'Unprocessable',
  status: 422,
  detail: 'The batch is not valid.',
  instance: '/v2/distribution/books',
  invalidParams: [{ name: '0.role', reason: 'does not fit the format' }],
};

function createTextResponse(body: string, status: number, type = 'text/plain'): Response {
  return new Response(body, { status, headers: { 'content-type': type } });
}

describe('the error of a call', () => {
  it('is a ProblemError for a Problem object, with the fields by name', async () => {
    const error = await readError(Response.json(problem, { status: 422 }));
    if (!isProblemError(error)) throw error;
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({ type: 'problem', operation: 'readBook', status: 422, problem });
    expect(error.param('0.role')).toBe('does not fit the format');
    expect(error.param('isbn')).toBeUndefined();
    expect(error.message).toBe(
      'readBook got 422: Unprocessable; The batch is not valid.; 0.role: does not fit the format',
    );
  });

  it('is a ProblemError for a Problem without its optional fields', async () => {
    const error = await readError(Response.json({ title: 'No', status: 409 }, { status: 409 }));
    expect(error).toMatchObject({ type: 'problem', status: 409, invalidParams: [] });
  });

  it('keeps only the entries of invalidParams that name a field', async () => {
    const invalidParams = [null, 'isbn', { reason: 'x' }, { name: 'isbn' }];
    const error = await readError(Response.json({ ...problem, invalidParams }, { status: 422 }));
    expect(error).toMatchObject({ invalidParams: [{ name: 'isbn', reason: '' }] });
  });

  it('is a MessageError for a message', async () => {
    const error = await readError(Response.json({ message: 'Book not found' }, { status: 404 }));
    expect(isMessageError(error)).toBe(true);
    expect(error).toBeInstanceOf(MessageError);
    expect(error).toMatchObject({ type: 'message', status: 404, serviceMessage: 'Book not found' });
  });

  it.each([
    ['nothing', new Response(null, { status: 401, headers: { 'content-length': '0' } })],
    ['nothing and no length', new Response('', { status: 401 })],
    ['text', createTextResponse('Unauthorized', 401)],
    ['HTML', createTextResponse('<h1>401</h1>', 401, 'text/html')],
    ['a message', Response.json({ message: 'no' }, { status: 401 })],
    ['a Problem', Response.json({ ...problem, status: 401 }, { status: 401 })],
  ])('is a ResponseError for a 401 with %s', async (_, response) => {
    const error = await readError(response);
    expect(isUnauthorizedError(error)).toBe(true);
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toMatchObject({ type: 'response', operation: 'readBook', status: 401 });
  });

  it.each([
    [
      "a proxy's page with status 200",
      createTextResponse('<html></html>', 200, 'text/html'),
      '13 characters',
    ],
    [
      'truncated JSON',
      createTextResponse('{"data":', 200, 'application/json'),
      '8 characters of text',
    ],
    ['an empty success', new Response(null, { status: 204 }), 'an empty body'],
    ['another object', Response.json({ id: 'x', name: 'y' }), 'the keys id, name'],
    ['a list', Response.json([1, 2]), 'a list of 2'],
    ['null', Response.json(null), 'null'],
    ['a Problem with status 200', Response.json(problem), 'the keys type, title, status'],
    [
      'a redirect',
      new Response(null, { status: 302, headers: { location: signedUrl } }),
      'redirect',
    ],
    [
      "a proxy's page with status 403",
      createTextResponse('Forbidden', 403),
      'text/plain, 9 characters',
    ],
    ['an undocumented object', Response.json({ error: 'x' }, { status: 418 }), 'the keys error'],
    [
      'a message that has no text',
      Response.json({ message: { toString: 1 } }, { status: 404 }),
      'the keys message',
    ],
  ])('is an UnexpectedResponseError for %s', async (_, response, received) => {
    const error = await readError(response);
    expect(isUnexpectedResponseError(error)).toBe(true);
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toMatchObject({ type: 'unexpected-response', status: response.status });
    expect(String(error)).toContain(
      `readBook got ${response.status}: expected { data } with the book; received`,
    );
    expect(String(error)).toContain(received);
  });

  it.each([
    [
      'nothing',
      new Response(null, { status: 429, headers: { 'retry-after': '300' } }),
      ResponseError,
    ],
    ['a message', Response.json({ message: 'slow' }, { status: 429 }), MessageError],
    ['a Problem', Response.json({ ...problem, status: 429 }, { status: 429 }), ProblemError],
  ])(
    'is recognised by isRateLimited for a 429 with %s, and has its retryAfterMs',
    async (_, response, errorClass) => {
      const error = await readError(response);
      expect(error).toBeInstanceOf(errorClass);
      if (!isRateLimited(error)) throw error;
      const wait = response.headers.has('retry-after') ? 300_000 : undefined;
      expect(error).toMatchObject({ status: 429, retryAfterMs: wait, attempts: 1 });
    },
  );

  it.each([
    ['HTML', createTextResponse('<h1>Bad gateway</h1>', 502, 'text/html'), ResponseError],
    ['nothing', new Response(null, { status: 500 }), ResponseError],
    ['a message', Response.json({ message: 'oops' }, { status: 503 }), MessageError],
    ['a Problem', Response.json({ ...problem, status: 500 }, { status: 500 }), ProblemError],
  ])('is recognised by isServerFailure for a 5xx with %s', async (_, response, errorClass) => {
    const error = await readError(response);
    expect(error).toBeInstanceOf(errorClass);
    expect(isServerFailure(error)).toBe(true);
  });

  it('is a NetworkError without secrets if the connection is refused', async () => {
    const cause = Object.assign(new Error(`no way to ${signedUrl} with ${apiKey}`), {
      code: 'ECONNREFUSED',
    });
    const { books } = createDistribution({
      baseUrl: 'https://host.example',
      apiKey,
      maxRetries: 0,
      fetch: () => Promise.reject(new TypeError('fetch failed', { cause })),
    });
    const error: unknown = await books.publish('x').catch((thrown: unknown) => thrown);
    if (!isNetworkError(error)) throw error;
    expect(error).toMatchObject({ sent: false, code: 'ECONNREFUSED', operation: 'publishBook' });
    expect(error.message).toBe(
      'publishBook never reached the service (ECONNREFUSED). Check baseUrl and the network.',
    );
    expect(inspect(error)).toContain(
      'no way to https://storage.example/put/1?[query] with [apikey]',
    );
  });
});

describe('every error', () => {
  const leaks = [
    Response.json({ ...problem, title: apiKey, detail: `${signedUrl} ${apiKey}` }, { status: 422 }),
    Response.json(
      { ...problem, instance: signedUrl, invalidParams: [{ name: apiKey, reason: signedUrl }] },
      { status: 422 },
    ),
    Response.json({ message: `no key ${apiKey} for ${signedUrl}` }, { status: 404 }),
    Response.json({ message: apiKey }, { status: 401 }),
    Response.json({ [apiKey]: signedUrl, [signedUrl]: 1 }),
    createTextResponse(`${apiKey} ${signedUrl}`, 200, apiKey),
    createTextResponse(`${apiKey} ${signedUrl}`, 500),
    new Response(null, { status: 307, headers: { location: signedUrl } }),
    Response.json({ message: `no file ${new URL(signedUrl).pathname}?x=canary` }, { status: 404 }),
    Response.json({ message: encodeURIComponent(signedUrl) }, { status: 404 }),
  ];

  it.each(leaks)('hides secrets in its message, JSON, inspection and stack', async (response) => {
    const error = await readError(response);
    expect(isDistributionError(error)).toBe(true);
    const outputs = [
      String(error),
      JSON.stringify(error),
      inspect(error, { depth: 9, showHidden: true }),
      error instanceof Error ? error.stack : '',
    ];
    for (const output of outputs) expect(output).not.toMatch(/canary/);
  });

  it('keeps an unexpected body in its property body', async () => {
    const error = await readError(Response.json({ grants: [signedUrl] }));
    if (!isUnexpectedResponseError(error)) throw error;
    expect(error.body).toEqual({ grants: [signedUrl] });
  });

  it('has the name of its class in its stack, and all facts in its JSON', async () => {
    const error = await readError(Response.json({ message: 'gone' }, { status: 404 }));
    if (!isMessageError(error)) throw error;
    expect(error.stack).toMatch(/^MessageError: readBook got 404: gone\n/);
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'MessageError',
      message: 'readBook got 404: gone',
      type: 'message',
      operation: 'readBook',
      status: 404,
      attempts: 1,
      retryable: false,
      requirement: 'read.unknown-404',
      headers: { 'content-type': 'application/json' },
      serviceMessage: 'gone',
    });
  });

  it('is recognised by its guard even if it is from another copy of this package', () => {
    const copy = { [Symbol.for('book-distribution.error')]: 'problem' };
    expect(isProblemError(copy)).toBe(true);
    expect(isDistributionError(copy)).toBe(true);
    expect(isMessageError(copy)).toBe(false);
  });

  it('has its message on one line, without characters that steer a terminal', async () => {
    const detail = 'no\r\n2030-01-01 INFO all well\u0085\u001b[2J';
    const error = await readError(Response.json({ ...problem, detail }, { status: 422 }));
    expect(String(error)).toContain('no 2030-01-01 INFO all well [2J');
    expect(error).toMatchObject({ problem: { detail } });
  });

  it.each([
    isDistributionError,
    isProblemError,
    isUnauthorizedError,
    isRateLimited,
    isServerFailure,
  ])('is distinguished by %o from objects that throw when they are read', (guard) => {
    const refuse = () => {
      throw new Error('trap');
    };
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const brand = Symbol.for('book-distribution.error');
    const statusThrows = {
      [brand]: 'problem',
      get status() {
        return refuse();
      },
    };
    expect(guard(new Proxy({}, { get: refuse, has: refuse, getPrototypeOf: refuse }))).toBe(false);
    expect(guard(revoked.proxy)).toBe(false);
    expect(() => guard(statusThrows)).not.toThrow();
  });

  it.each([undefined, null, 'problem', new Error('x'), {}])('is distinguished from %s', (value) => {
    expect(isDistributionError(value)).toBe(false);
    expect(isProblemError(value)).toBe(false);
    expect(value instanceof DistributionError).toBe(false);
  });
});
