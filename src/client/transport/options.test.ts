/** Tests the options of a client: invalid values are refused before a request, valid ones have an effect. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDistribution, type DistributionOptions } from '../create-distribution.ts';
import { version } from '../../generated/version.ts';

const apiKey = 'canary-key-4711';
const baseUrl = 'https://host.example';
const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const book = { data: { id, type: 'book', attributes: { title: 'Tides' } } };

function recording(options: DistributionOptions = {}) {
  const sent: Request[] = [];
  const fetch = async (request: Request) => {
    sent.push(request);
    return Response.json(book);
  };
  return { sent, distribution: createDistribution({ baseUrl, apiKey, fetch, ...options }) };
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('a key', () => {
  it.each([
    ['undefined', undefined, 'at least 8 printable ASCII characters'],
    ['empty', '', 'at least 8 printable ASCII characters'],
    ['blank', '   ', 'at least 8 printable ASCII characters'],
    ['with a space at its end', 'canary-key ', 'without a space or line break at either end'],
    ['with a line break', 'canary-key\n', 'line break'],
    ['too short to be masked', 'seven77', 'at least 8 printable ASCII characters'],
  ])('that is %s is refused, and the message does not contain it', (_, key, message) => {
    vi.stubEnv('DISTRIBUTION_API_KEY', '');
    const make = () => createDistribution({ baseUrl, apiKey: key });
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
    expect(make).not.toThrow(/canary|seven77/);
  });

  it('and the address default to the environment', async () => {
    vi.stubEnv('DISTRIBUTION_API_KEY', 'key-of-the-environment');
    vi.stubEnv('DISTRIBUTION_URL', 'https://elsewhere.example');
    const sent: Request[] = [];
    const fetch = (request: Request) => {
      sent.push(request);
      return Response.json(book);
    };
    await createDistribution({ fetch }).books.get(id);
    expect(sent[0]?.url).toBe(`https://elsewhere.example/v2/distribution/books/${id}`);
    expect(sent[0]?.headers.get('apikey')).toBe('key-of-the-environment');
  });
});

describe('a header', () => {
  it.each([
    [{ 'x-trace': 'one\r\ntwo' }, 'x-trace'],
    [{ 'x trace': '1' }, 'The header "x trace" needs a valid name'],
  ])(
    'that HTTP does not allow is refused before anything is sent: %j',
    async (headers, message) => {
      const { distribution, sent } = recording();
      const creating = distribution.books.publish(id, { headers });
      await expect(creating).rejects.toThrow(TypeError);
      await expect(creating).rejects.toThrow(message);
      expect(sent).toEqual([]);
      expect(() => recording({ headers })).toThrow(message);
    },
  );

  it('of the client is sent with every call, and a call can override it', async () => {
    const { distribution, sent } = recording({ headers: { 'x-job': 'nightly', 'x-team': 'a' } });
    await distribution.books.get(id, { headers: { 'x-job': 'now' } });
    await distribution.raw.GET('/books/{bookPublicId}', { params: { path: { bookPublicId: id } } });
    expect(sent.map(({ headers }) => headers.get('x-job'))).toEqual(['now', 'nightly']);
    expect(sent.map(({ headers }) => headers.get('x-team'))).toEqual(['a', 'a']);
  });

  it('names the client and its version', async () => {
    const { distribution, sent } = recording();
    await distribution.books.get(id);
    expect(sent[0]?.headers.get('user-agent')).toBe(`bookdist-client/${version}`);
  });
});

describe('withOptions', () => {
  it('overrides the given options and keeps the others and the middleware', async () => {
    const { distribution, sent } = recording({ headers: { 'x-team': 'a' } });
    const seen: string[] = [];
    const watch = {
      onRequest: ({ schemaPath }: { schemaPath: string }) => void seen.push(schemaPath),
    };
    distribution.raw.use(watch);
    const other = distribution.withOptions({ headers: { 'x-job': 'nightly' }, maxRetries: 0 });
    await other.books.get(id);
    expect(sent[0]?.headers.get('x-team')).toBe('a');
    expect(sent[0]?.headers.get('x-job')).toBe('nightly');
    expect(seen).toEqual(['/books/{bookPublicId}']);
    other.raw.eject(watch);
    await other.withOptions({}).books.get(id);
    await distribution.books.get(id);
    expect(seen).toHaveLength(2);
  });
});

describe('maxConcurrency', () => {
  it('limits the requests in flight, also when waiting calls are aborted', async () => {
    let open = 0;
    let most = 0;
    const fetch = async () => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 5));
      open -= 1;
      return Response.json(book);
    };
    const { books } = createDistribution({ baseUrl, apiKey, fetch, maxConcurrency: 2 });
    const stop = new AbortController();
    const waiting = Array.from({ length: 6 }, () => books.get(id));
    const aborted = books.get(id, { signal: stop.signal });
    const late = books.get(id, { deadlineMs: 1 });
    stop.abort();
    await expect(aborted).rejects.toMatchObject({ type: 'aborted', attempts: 0 });
    await expect(late).rejects.toMatchObject({ type: 'timeout', limit: 'deadlineMs', attempts: 0 });
    await Promise.all(waiting);
    await books.get(id);
    expect([most, open]).toEqual([2, 0]);
    expect(() => recording({ maxConcurrency: 0 })).toThrow(
      'maxConcurrency must be a number above 0',
    );
  });
});

describe('logger', () => {
  it('gets a line for each request, without a secret', async () => {
    const lines: string[] = [];
    const logger = {
      debug: (line: string) => void lines.push(`debug ${line}`),
      warn: (line: string) => void lines.push(`warn ${line}`),
    };
    const answers = [
      new Response(null, { status: 503, headers: { 'x-request-id': apiKey } }),
      Response.json(book),
    ];
    const fetch = () => answers.shift() ?? Response.json(book);
    const { books } = createDistribution({ baseUrl, apiKey, fetch, logger, random: () => 0 });
    await books.findByExternalId(apiKey);
    const url = 'https://host.example/v2/distribution/books/external-id/[apikey]';
    expect(lines.map((line) => line.replace(/ \d+ ms/, ' 1 ms'))).toEqual([
      `warn lookUpBook GET ${url} attempt 1: 503, in 1 ms, request id [apikey], repeated in 0 ms`,
      `debug lookUpBook GET ${url} attempt 2: 200, in 1 ms`,
    ]);
  });
});
