/** Tests the proxy settings of the README: every request to the service and its storage goes through the proxy. */
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as undici from 'undici';
import { type ServedSandbox, serveSandbox } from '../../sandbox/index.ts';
import { createDistribution, type DistributionOptions } from '../create-distribution.ts';
import { ebook } from '../../../tests/support/client/scene.ts';
import { listenOnFreePort } from '../../../tests/support/fixtures.ts';

let server: ServedSandbox;
let proxiedHosts: string[];
let proxyUrl: string;

beforeEach(async () => {
  server = await serveSandbox();
  proxiedHosts = [];
  const proxy = createServer();
  proxy.on('connect', (request, socket) => {
    proxiedHosts.push(request.url ?? '');
    const { hostname, port } = new URL(`http://${request.url}`);
    const upstream = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    for (const connection of [upstream, socket]) {
      connection.on('error', () => upstream.destroy());
    }
  });
  proxyUrl = `http://127.0.0.1:${await listenOnFreePort(proxy)}`;
});

afterEach(async () => server.close());

/** Creates a book, uploads a file, and returns the hosts that the proxy connected to. */
async function uploadAndListHosts(options: DistributionOptions): Promise<ReadonlySet<string>> {
  const { books } = createDistribution({ baseUrl: server.url, apiKey: server.key, ...options });
  const { id } = await books.create(ebook);
  const blob = new Blob(['a picture']);
  await books.upload(id, [{ role: 'ebook_cover', filename: 'a.jpg', blob }]);
  expect((await books.get(id)).attributes.files).toHaveLength(1);
  return new Set(proxiedHosts);
}

const listExpectedHosts = () =>
  new Set([server.url, server.storageUrl].map((url) => new URL(url).host));

it("sends the requests of one client through undici's ProxyAgent", async () => {
  const dispatcher = new undici.ProxyAgent(proxyUrl);
  const hosts = await uploadAndListHosts({
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the two types differ only in their names
    fetch: (request) => undici.fetch(request as never, { dispatcher }) as never,
    // oxlint-disable-next-line typescript/consistent-type-assertions -- as above
    Request: undici.Request as never,
    // oxlint-disable-next-line typescript/consistent-type-assertions -- as above
    storageFetch: (url, init) => undici.fetch(url, { ...(init as object), dispatcher }) as never,
  });
  expect(hosts).toEqual(listExpectedHosts());
  await dispatcher.close();
});

it('sends requests through a proxy that is set for the whole process', async () => {
  const previousDispatcher = undici.getGlobalDispatcher();
  const agent = new undici.EnvHttpProxyAgent({
    httpProxy: proxyUrl,
    httpsProxy: proxyUrl,
    noProxy: '',
  });
  undici.setGlobalDispatcher(agent);
  try {
    expect(await uploadAndListHosts({})).toEqual(listExpectedHosts());
  } finally {
    undici.setGlobalDispatcher(previousDispatcher);
    await agent.close();
  }
});

it("throws advice without a retry if undici's fetch is passed without its Request class", async () => {
  let requestCount = 0;
  const { books } = createDistribution({
    baseUrl: server.url,
    apiKey: server.key,
    fetch: (request) => {
      requestCount += 1;
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the mistake of this test
      return undici.fetch(request as never) as never;
    },
  });
  const call = books.create({ ...ebook, externalId: 'proxy-1' });
  await expect(call).rejects.toMatchObject({ type: 'network', sent: false, attempts: 1 });
  await expect(call).rejects.toThrow('may need its Request class');
  expect(requestCount).toBe(1);
});
