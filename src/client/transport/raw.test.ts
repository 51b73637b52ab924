/** Tests the raw client: its key, its retries, its responses, its base address, and paths that no id can leave. */
import { describe, expect, it } from 'vitest';
import { createDistribution } from '../create-distribution.ts';
import { lostRequest } from '../../../tests/support/client/faulty-fetch.ts';
import { canary } from '../../../tests/support/client/known-faults.ts';
import { createScene, ebookWithExternalId } from '../../../tests/support/client/scene.ts';
import { fillPath } from './raw-client.ts';
import { completeAddress } from './service.ts';

const apiKey = 'canary-key-4711';

function createRecordingClient() {
  const requests: Request[] = [];
  const fetch = (request: Request) => {
    requests.push(request);
    return Response.json({ data: [] });
  };
  return {
    requests,
    raw: createDistribution({ baseUrl: 'https://host.example/', apiKey, fetch }).raw,
  };
}

describe('the raw client', () => {
  it('sends the key below the base address, and adds the prefix', async () => {
    const { raw, requests } = createRecordingClient();
    await raw.GET('/books', { params: { query: { page: 2 } } });
    const [request] = requests;
    expect(request?.url).toBe('https://host.example/v2/distribution/books?page=2');
    expect(request?.headers.get('apikey')).toBe(apiKey);
  });

  it('does not let a call replace the key or follow redirects', async () => {
    const { raw, requests } = createRecordingClient();
    await raw.GET('/books', { headers: { apikey: 'another' }, redirect: 'follow' });
    expect(requests[0]?.headers.get('apikey')).toBe(apiKey);
    expect(requests[0]?.redirect).toBe('manual');
  });

  it('sends nothing to another base address', async () => {
    const { raw, requests } = createRecordingClient();
    await expect(raw.GET('/books', { baseUrl: 'https://other.example' })).rejects.toThrow(
      'Nothing was sent',
    );
    await expect(raw.GET('/books', { baseUrl: 'https://host.example/v2' })).rejects.toThrow(
      'must stay below https://host.example/v2/distribution',
    );
    // @ts-expect-error -- a path that the types refuse must not leave the base address either
    await expect(raw.GET('/../../admin')).rejects.toThrow('Nothing was sent');
    expect(requests).toEqual([]);
  });

  it('does not show the key to middleware, neither before nor after the request', async () => {
    const { raw } = createRecordingClient();
    const keys: (string | null)[] = [];
    raw.use({
      onRequest: ({ request }) => void keys.push(request.headers.get('apikey')),
      onResponse: ({ request }) => void keys.push(request.headers.get('apikey')),
    });
    await raw.GET('/books');
    expect(keys).toEqual([null, null]);
  });
});

describe('a raw call', () => {
  const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
  const returnBook = async () => Response.json({ data: { id, type: 'book', attributes: {} } });

  it('is retried, unless it is a create that may have taken effect', async () => {
    const scene = createScene(returnBook, {
      'GET /books': [lostRequest()],
      'POST /books': [lostRequest()],
    });
    expect((await scene.raw.GET('/books')).response.ok).toBe(true);
    await expect(scene.raw.POST('/books', { body: ebookWithExternalId })).rejects.toMatchObject({
      type: 'network',
      sent: true,
      attempts: 1,
    });
    expect(scene.requests.map(({ key }) => key)).toEqual(Array(3).fill(canary.apiKey));
  });

  it('returns a response whose body can be read again in every form', async () => {
    const { raw } = createScene(returnBook);
    const options = { params: { path: { bookPublicId: id } } };
    const { response, data } = await raw.GET('/books/{bookPublicId}', options);
    expect(data).toMatchObject({ data: { id } });
    expect(response.bodyUsed).toBe(false);
    expect(await response.clone().json()).toEqual(data);
    expect(await response.json()).toEqual(data);
    expect(await new Response(response.body).json()).toEqual(data);
    expect((await response.blob()).size).toBe((await response.arrayBuffer()).byteLength);
    const stream = await raw.GET('/books/{bookPublicId}', { ...options, parseAs: 'stream' });
    expect(await new Response(stream.data).json()).toEqual(data);
  });
});

const template = 'https://host.example/v2/distribution/books/{id}/publish';

describe('fillPath', () => {
  it.each([
    ['3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90', '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90'],
    ['a/b', 'a%2Fb'],
    ['../x', '..%2Fx'],
    ['a?b#c', 'a%3Fb%23c'],
    ['a\\b', 'a%5Cb'],
    ['%2e%2e', '%252e%252e'],
    ['$&{id}', '%24%26%7Bid%7D'],
    ['...', '...'],
    ['ü €', '%C3%BC%20%E2%82%AC'],
  ])('encodes %j as one segment', (id, segment) => {
    const url = fillPath(template, { id });
    expect(url).toBe(`https://host.example/v2/distribution/books/${segment}/publish`);
    expect(new URL(url).pathname.split('/')).toHaveLength(6);
  });

  it.each(['', '.', '..', '\ud800', undefined, null, 7])('refuses %j', (id) => {
    expect(() => fillPath(template, { id })).toThrow(/id must be one path segment/);
  });

  it('fills several segments', () => {
    expect(fillPath('/a/{x}/b/{y}', { x: '1', y: '2' })).toBe('/a/1/b/2');
  });
});

describe('completeAddress', () => {
  it.each([
    ['https://host.example', 'https://host.example/v2/distribution'],
    ['https://host.example/', 'https://host.example/v2/distribution'],
    ['https://host.example/v2/distribution', 'https://host.example/v2/distribution'],
    ['https://host.example/v2/distribution/', 'https://host.example/v2/distribution'],
    ['HTTPS://Host.Example:443/v2/distribution//', 'https://host.example/v2/distribution'],
    ['http://127.0.0.1:4020', 'http://127.0.0.1:4020/v2/distribution'],
    ['http://host.example/gateway/', 'http://host.example/gateway/v2/distribution'],
    ['http://host.example/v2', 'http://host.example/v2/v2/distribution'],
  ])('completes %s to %s', (baseUrl, address) => {
    expect(completeAddress(baseUrl)).toBe(address);
  });

  it('names the option and the variable if the address is missing', () => {
    const rule = 'baseUrl is missing. Pass it, or set DISTRIBUTION_URL.';
    expect(() => createDistribution({ apiKey, baseUrl: '' })).toThrow(rule);
  });

  it.each([
    'host.example',
    '',
    'ftp://host.example',
    'https://host.example?x=1',
    'https://host.example#top',
    'https://name:secret-word@host.example',
  ])('refuses %s, without a password in the message', (baseUrl) => {
    expect(() => completeAddress(baseUrl)).toThrow(TypeError);
    expect(() => completeAddress(baseUrl)).not.toThrow(/secret-word/);
  });
});
