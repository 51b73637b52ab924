/** Tests that each kind of answer is thrown as its class, and that no error shows a secret. */
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
const signed = 'https://storage.example/put/1?signature=canary-signature';

/** Returns the error of reading a book when the service answers like this. */
async function thrownBy(answer: Response): Promise<unknown> {
  const { books } = createDistribution({
    baseUrl: 'https://host.example',
    apiKey,
    maxRetries: 0,
    fetch: () => answer,
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

function text(body: string, status: number, type = 'text/plain'): Response {
  return new Response(body, { status, headers: { 'content-type': type } });
}

describe('the errors of a call', () => {
  it('is a ProblemError for a Problem object, with the fields by name', async () => {
    const error = await thrownBy(Response.json(problem, { status: 422 }));
    if (!isProblemError(error)) throw error;
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({ type: 'problem', operation: 'readBook', status: 422, problem });
    expect(error.param('0.role')).toBe('does not fit the format');
    expect(error.param('isbn')).toBeUndefined();
    expect(error.message).toBe(
      'readBook got 422: Unprocessable; The batch is not valid.; 0.role: does not fit the format',
    );
  });

  it('accepts a Problem without its optional members', async () => {
    const error = await thrownBy(Response.json({ title: 'No', status: 409 }, { status: 409 }));
    expect(error).toMatchObject({ type: 'problem', status: 409, invalidParams: [] });
  });

  it('drops entries of invalidParams that name no field', async () => {
    const invalidParams = [null, 'isbn', { reason: 'x' }, { name: 'isbn' }];
    const error = await thrownBy(Response.json({ ...problem, invalidParams }, { status: 422 }));
    expect(error).toMatchObject({ invalidParams: [{ name: 'isbn', reason: '' }] });
  });

  it('is a MessageError for a message alone', async () => {
    const error = await thrownBy(Response.json({ message: 'Book not found' }, { status: 404 }));
    expect(isMessageError(error)).toBe(true);
    expect(error).toBeInstanceOf(MessageError);
    expect(error).toMatchObject({ type: 'message', status: 404, serviceMessage: 'Book not found' });
  });

  it.each([
    ['empty', new Response(null, { status: 401, headers: { 'content-length': '0' } })],
    ['empty and chunked', new Response('', { status: 401 })],
    ['text', text('Unauthorized', 401)],
    ['HTML', text('<h1>401</h1>', 401, 'text/html')],
    ['a message', Response.json({ message: 'no' }, { status: 401 })],
    ['a Problem', Response.json({ ...problem, status: 401 }, { status: 401 })],
  ])('is a ResponseError for a 401 that is %s', async (_, answer) => {
    const error = await thrownBy(answer);
    expect(isUnauthorizedError(error)).toBe(true);
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toMatchObject({ type: 'response', operation: 'readBook', status: 401 });
  });

  it.each([
    ['a page of a proxy as a success', text('<html></html>', 200, 'text/html'), '13 characters'],
    ['truncated JSON', text('{"data":', 200, 'application/json'), '8 characters of text'],
    ['an empty success', new Response(null, { status: 204 }), 'an empty body'],
    ['another object', Response.json({ id: 'x', name: 'y' }), 'the keys id, name'],
    ['a list', Response.json([1, 2]), 'a list of 2'],
    ['null', Response.json(null), 'null'],
    ['a Problem as a success', Response.json(problem), 'the keys type, title, status'],
    ['a redirect', new Response(null, { status: 302, headers: { location: signed } }), 'redirect'],
    ['a page of a proxy as a refusal', text('Forbidden', 403), 'text/plain, 9 characters'],
    ['an undocumented object', Response.json({ error: 'x' }, { status: 418 }), 'the keys error'],
  ])('is an UnexpectedResponseError for %s', async (_, answer, received) => {
    const error = await thrownBy(answer);
    expect(isUnexpectedResponseError(error)).toBe(true);
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toMatchObject({ type: 'unexpected-response', status: answer.status });
    expect(String(error)).toContain(
      `readBook got ${answer.status}: expected { data } with a book; received`,
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
  ])('tells a 429 with %s', async (_, answer, errorClass) => {
    const error = await thrownBy(answer);
    expect(error).toBeInstanceOf(errorClass);
    if (!isRateLimited(error)) throw error;
    const wait = answer.headers.has('retry-after') ? 300_000 : undefined;
    expect(error).toMatchObject({ status: 429, retryAfterMs: wait, attempts: 1 });
  });

  it.each([
    ['HTML', text('<h1>Bad gateway</h1>', 502, 'text/html'), ResponseError],
    ['nothing', new Response(null, { status: 500 }), ResponseError],
    ['a message', Response.json({ message: 'oops' }, { status: 503 }), MessageError],
    ['a Problem', Response.json({ ...problem, status: 500 }, { status: 500 }), ProblemError],
  ])('tells a 5xx with %s', async (_, answer, errorClass) => {
    const error = await thrownBy(answer);
    expect(error).toBeInstanceOf(errorClass);
    expect(isServerFailure(error)).toBe(true);
  });

  it('is a NetworkError when no response was received, with its cause but not its secrets', async () => {
    const cause = Object.assign(new Error(`no way to ${signed} with ${apiKey}`), {
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
    Response.json({ ...problem, title: apiKey, detail: `${signed} ${apiKey}` }, { status: 422 }),
    Response.json(
      { ...problem, instance: signed, invalidParams: [{ name: apiKey, reason: signed }] },
      { status: 422 },
    ),
    Response.json({ message: `no key ${apiKey} for ${signed}` }, { status: 404 }),
    Response.json({ message: apiKey }, { status: 401 }),
    Response.json({ [apiKey]: signed, [signed]: 1 }),
    text(`${apiKey} ${signed}`, 200, apiKey),
    text(`${apiKey} ${signed}`, 500),
    new Response(null, { status: 307, headers: { location: signed } }),
  ];

  it.each(leaks)('hides secrets in message, JSON and inspection', async (answer) => {
    const error = await thrownBy(answer);
    expect(isDistributionError(error)).toBe(true);
    const shown = [
      String(error),
      JSON.stringify(error),
      inspect(error, { depth: 9, showHidden: true }),
      error instanceof Error ? error.stack : '',
    ];
    for (const form of shown) expect(form).not.toMatch(/canary/);
  });

  it('keeps an unexpected body for inspection', async () => {
    const error = await thrownBy(Response.json({ grants: [signed] }));
    if (!isUnexpectedResponseError(error)) throw error;
    expect(error.body).toEqual({ grants: [signed] });
  });

  it('has its class as its name, in the stack and as JSON', async () => {
    const error = await thrownBy(Response.json({ message: 'gone' }, { status: 404 }));
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

  it.each([undefined, null, 'problem', new Error('x'), {}])('is not %s', (other) => {
    expect(isDistributionError(other)).toBe(false);
    expect(isProblemError(other)).toBe(false);
    expect(other instanceof DistributionError).toBe(false);
  });
});
