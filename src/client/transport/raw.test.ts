/** Tests that the key goes to the service and nowhere else. */
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createDistribution } from '../create-distribution.ts';
import { startLocalServer } from '../scenes/local-server.ts';

const apiKey = 'canary-key-4711';

function recorder(answer: () => Response = () => Response.json({ data: [] })) {
  const requests: Request[] = [];
  const fetch = (request: Request) => {
    requests.push(request);
    return answer();
  };
  return {
    requests,
    raw: createDistribution({ baseUrl: 'https://host.example/', apiKey, fetch }).raw,
  };
}

describe('the raw client', () => {
  it('sends the key below the base address, with or without the prefix', async () => {
    const { raw, requests } = recorder();
    await raw.GET('/books', { params: { query: { page: 2 } } });
    const [request] = requests;
    expect(request?.url).toBe('https://host.example/v2/distribution/books?page=2');
    expect(request?.headers.get('apikey')).toBe(apiKey);
  });

  it('does not let a call replace the key, or follow redirects', async () => {
    const { raw, requests } = recorder();
    await raw.GET('/books', { headers: { apikey: 'another' }, redirect: 'follow' });
    expect(requests[0]?.headers.get('apikey')).toBe(apiKey);
    expect(requests[0]?.redirect).toBe('manual');
  });

  it('sends nothing to another base address', async () => {
    const { raw, requests } = recorder();
    await expect(raw.GET('/books', { baseUrl: 'https://other.example' })).rejects.toThrow(
      'Nothing was sent',
    );
    await expect(raw.GET('/books', { baseUrl: 'https://host.example/v2' })).rejects.toThrow(
      'must stay below https://host.example/v2/distribution',
    );
    // @ts-expect-error -- a path that no type allows must not lead out of the address either
    await expect(raw.GET('/../../admin')).rejects.toThrow('Nothing was sent');
    expect(requests).toEqual([]);
  });

  it('shows the key to no middleware, neither before nor after the call', async () => {
    const { raw } = recorder();
    const seen: (string | null)[] = [];
    raw.use({
      onRequest: ({ request }) => void seen.push(request.headers.get('apikey')),
      onResponse: ({ request }) => void seen.push(request.headers.get('apikey')),
    });
    await raw.GET('/books');
    expect(seen).toEqual([null, null]);
  });

  it('answers with a redirect instead of handing the key to another host', async () => {
    const reached: IncomingMessage[] = [];
    const elsewhere = await startLocalServer((request, response) => {
      reached.push(request);
      response.end('{}');
    });
    const service = await startLocalServer((_, response) => {
      response.writeHead(307, { location: `${elsewhere}/v2/distribution/books` }).end();
    });
    const { raw } = createDistribution({ baseUrl: service, apiKey });
    const { response } = await raw.GET('/books');
    expect(response.status).toBe(307);
    expect(reached).toEqual([]);
  });

  it('refuses a key that no header can carry, without repeating it in the error', () => {
    const make = () =>
      createDistribution({ baseUrl: 'https://host.example', apiKey: `${apiKey}\n` });
    expect(make).toThrow('without a space or line break');
    expect(make).not.toThrow(/canary/);
  });
});
