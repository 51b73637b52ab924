/** Tests that the raw client sends the key only to the service. */
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createDistribution } from '../create-distribution.ts';
import { startLocalServer } from '../scenes/local-server.ts';

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

  it('returns a redirect instead of following it to another host', async () => {
    const redirectedRequests: IncomingMessage[] = [];
    const otherHost = await startLocalServer((request, response) => {
      redirectedRequests.push(request);
      response.end('{}');
    });
    const service = await startLocalServer((_, response) => {
      response.writeHead(307, { location: `${otherHost}/v2/distribution/books` }).end();
    });
    const { raw } = createDistribution({ baseUrl: service, apiKey });
    const { response } = await raw.GET('/books');
    expect(response.status).toBe(307);
    expect(redirectedRequests).toEqual([]);
  });

  it('refuses a key with a line break, with a message that does not contain it', () => {
    const create = () =>
      createDistribution({ baseUrl: 'https://host.example', apiKey: `${apiKey}\n` });
    expect(create).toThrow('without a space or line break');
    expect(create).not.toThrow(/canary/);
  });
});
