/** Tests that invalid options of a client are refused before a request, and that valid ones have an effect. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDistribution, type DistributionOptions } from '../create-distribution.ts';
import { version } from '../../generated/version.ts';

const apiKey = 'canary-key-4711';
const baseUrl = 'https://host.example';
const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const book = { data: { id, type: 'book', attributes: { title: 'Tides' } } };

function createRecordingClient(options: DistributionOptions = {}) {
  const requests: Request[] = [];
  const fetch = async (request: Request) => {
    requests.push(request);
    return Response.json(book);
  };
  const distribution = createDistribution({ baseUrl, apiKey, fetch, ...options });
  return { requests, distribution };
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('a key', () => {
  it.each([
    ['undefined', undefined, 'at least 8 printable ASCII characters'],
    ['empty', '', 'at least 8 printable ASCII characters'],
    ['blank', '   ', 'at least 8 printable ASCII characters'],
    ['followed by a space', 'canary-key ', 'without a space at either end'],
    ['followed by a line break', 'canary-key\n', 'printable ASCII'],
    ['too short to be masked', 'seven77', 'at least 8 printable ASCII characters'],
  ])('that is %s is refused with a message that does not contain it', (_, key, message) => {
    vi.stubEnv('DISTRIBUTION_API_KEY', '');
    const create = () => createDistribution({ baseUrl, apiKey: key });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(message);
    expect(create).not.toThrow(/canary|seven77/);
  });

  it('is read from the environment by default, and so is the address', async () => {
    vi.stubEnv('DISTRIBUTION_API_KEY', 'key-of-the-environment');
    vi.stubEnv('DISTRIBUTION_URL', 'https://elsewhere.example');
    const { distribution, requests } = createRecordingClient({
      baseUrl: undefined,
      apiKey: undefined,
    });
    await distribution.books.get(id);
    expect(requests[0]?.url).toBe(`https://elsewhere.example/v2/distribution/books/${id}`);
    expect(requests[0]?.headers.get('apikey')).toBe('key-of-the-environment');
  });
});

describe('a header', () => {
  it.each([
    [{ 'x-trace': 'one\r\ntwo' }, 'x-trace'],
    [{ 'x trace': '1' }, 'The header "x trace" needs a valid name'],
  ])(
    'that HTTP does not allow is refused before anything is sent: %j',
    async (headers, message) => {
      const { distribution, requests } = createRecordingClient();
      const call = distribution.books.publish(id, { headers });
      await expect(call).rejects.toThrow(TypeError);
      await expect(call).rejects.toThrow(message);
      expect(requests).toEqual([]);
      expect(() => createRecordingClient({ headers })).toThrow(message);
    },
  );

  it('of the client is sent with every call, and a call can override it, but not the key', async () => {
    const headers = { 'x-job': 'nightly', 'x-team': 'a' };
    const { distribution, requests } = createRecordingClient({ headers });
    await distribution.books.get(id, { headers: { 'x-job': 'now', apikey: 'another' } });
    await distribution.raw.GET('/books/{bookPublicId}', { params: { path: { bookPublicId: id } } });
    expect(requests.map((request) => request.headers.get('x-job'))).toEqual(['now', 'nightly']);
    expect(requests.map((request) => request.headers.get('x-team'))).toEqual(['a', 'a']);
    expect(requests[0]?.headers.get('apikey')).toBe(apiKey);
  });

  it.each([[new Headers({ 'x-job': 'now' })], [[['x-job', 'now']] as const]])(
    'is sent from %o',
    async (headers) => {
      const { distribution, requests } = createRecordingClient({ headers });
      await distribution.books.get(id);
      await distribution.withOptions({ headers: {} }).books.get(id, { headers });
      expect(requests.map((request) => request.headers.get('x-job'))).toEqual(['now', 'now']);
    },
  );

  it('named user-agent contains the client and its version', async () => {
    const { distribution, requests } = createRecordingClient();
    await distribution.books.get(id);
    expect(requests[0]?.headers.get('user-agent')).toBe(`bookdist-client/${version}`);
  });
});

describe('a callback', () => {
  it.each([
    [{ onRequest: 7 }, 'onRequest must be a function; received "7"'],
    [{ fetch: {} }, 'fetch must be a function'],
    [{ storageFetch: 'x' }, 'storageFetch must be a function'],
    [{ random: 0.5 }, 'random must be a function'],
    [{ logger: { debug: () => undefined } }, 'logger.warn must be a function'],
    [{ logger: 'console' }, 'logger.debug must be a function'],
  ])('that is not a function is refused when the client is made: %j', (options, message) => {
    // A caller in JavaScript has no types.
    const create = (): unknown =>
      Reflect.apply(createDistribution, undefined, [{ baseUrl, apiKey, ...options }]);
    expect(create).toThrow(TypeError);
    expect(create).toThrow(message);
    const { distribution } = createRecordingClient();
    const change = (): unknown => Reflect.apply(distribution.withOptions, undefined, [options]);
    expect(change).toThrow(message);
  });
});

describe('withOptions', () => {
  it('overrides the given options and keeps the others and the middleware', async () => {
    const { distribution, requests } = createRecordingClient({ headers: { 'x-team': 'a' } });
    const paths: string[] = [];
    const middleware = {
      onRequest: ({ schemaPath }: { schemaPath: string }) => void paths.push(schemaPath),
    };
    distribution.raw.use(middleware);
    const other = distribution.withOptions({ headers: { 'x-job': 'nightly' }, maxRetries: 0 });
    await other.books.get(id);
    expect(requests[0]?.headers.get('x-team')).toBe('a');
    expect(requests[0]?.headers.get('x-job')).toBe('nightly');
    expect(paths).toEqual(['/books/{bookPublicId}']);
    other.raw.eject(middleware);
    await other.withOptions({}).books.get(id);
    await distribution.books.get(id);
    expect(paths).toHaveLength(2);
  });
});

describe('maxConcurrency', () => {
  it('limits the concurrent requests, even if waiting calls are aborted', async () => {
    let openRequests = 0;
    let maxOpenRequests = 0;
    const fetch = async () => {
      openRequests += 1;
      maxOpenRequests = Math.max(maxOpenRequests, openRequests);
      await new Promise((resolve) => setTimeout(resolve, 5));
      openRequests -= 1;
      return Response.json(book);
    };
    const { books } = createDistribution({ baseUrl, apiKey, fetch, maxConcurrency: 2 });
    const stop = new AbortController();
    const reads = Array.from({ length: 6 }, () => books.get(id));
    const abortedRead = books.get(id, { signal: stop.signal });
    const lateRead = books.get(id, { deadlineMs: 1 });
    stop.abort();
    await expect(abortedRead).rejects.toMatchObject({ type: 'aborted', attempts: 0 });
    await expect(lateRead).rejects.toMatchObject({
      type: 'timeout',
      limit: 'deadlineMs',
      attempts: 0,
    });
    await Promise.all(reads);
    await books.get(id);
    expect([maxOpenRequests, openRequests]).toEqual([2, 0]);
    expect(() => createRecordingClient({ maxConcurrency: 0 })).toThrow(
      'maxConcurrency must be a whole number from 1',
    );
  });
});

describe('logger', () => {
  it('gets a line without secrets for each request', async () => {
    const lines: string[] = [];
    const logger = {
      debug: (line: string) => void lines.push(`debug ${line}`),
      warn: (line: string) => void lines.push(`warn ${line}`),
    };
    const responses = [
      new Response(null, { status: 503, headers: { 'x-request-id': apiKey } }),
      Response.json(book),
    ];
    const fetch = () => responses.shift() ?? Response.json(book);
    const { books } = createDistribution({ baseUrl, apiKey, fetch, logger, random: () => 0 });
    await books.findByExternalId(apiKey);
    const url = 'https://host.example/v2/distribution/books/external-id/[apikey]';
    expect(lines.map((line) => line.replace(/ \d+ ms/, ' 1 ms'))).toEqual([
      `warn lookUpBook GET ${url} attempt 1: 503, in 1 ms, request id [apikey], retry in 500 ms`,
      `debug lookUpBook GET ${url} attempt 2: 200, in 1 ms`,
    ]);
  });
});
