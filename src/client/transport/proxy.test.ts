/** Runs the proxy recipes of the README: every request to the service and to its storage goes through the proxy. */
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as undici from 'undici';
import { type ServedSandbox, serveSandbox } from '../../sandbox/index.ts';
import { createDistribution, type DistributionOptions } from '../create-distribution.ts';
import { listenOnFreePort } from '../scenes/local-server.ts';
import { namelessBook } from '../scenes/scene.ts';

let served: ServedSandbox;
let proxied: string[];
let proxyUrl: string;

beforeEach(async () => {
  served = await serveSandbox();
  proxied = [];
  const proxy = createServer();
  proxy.on('connect', (request, socket) => {
    proxied.push(request.url ?? '');
    const { hostname, port } = new URL(`http://${request.url}`);
    const upstream = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    for (const each of [upstream, socket]) each.on('error', () => upstream.destroy());
  });
  proxyUrl = `http://127.0.0.1:${await listenOnFreePort(proxy)}`;
});

afterEach(async () => served.close());

/** Creates a book and uploads a file; returns the hosts that were reached through the proxy. */
async function hostsReached(options: DistributionOptions): Promise<ReadonlySet<string>> {
  const { books } = createDistribution({ baseUrl: served.url, apiKey: served.key, ...options });
  const { id } = await books.create(namelessBook);
  const blob = new Blob(['a picture']);
  await books.upload(id, [{ role: 'ebook_cover', filename: 'a.jpg', blob }]);
  expect((await books.get(id)).attributes.files).toHaveLength(1);
  return new Set(proxied);
}

const hosts = () => new Set([served.url, served.storageUrl].map((url) => new URL(url).host));

it("sends requests of one client through undici's ProxyAgent", async () => {
  const dispatcher = new undici.ProxyAgent(proxyUrl);
  const reached = await hostsReached({
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the two types differ only in their names
    fetch: (request) => undici.fetch(request as never, { dispatcher }) as never,
    // oxlint-disable-next-line typescript/consistent-type-assertions -- as above
    Request: undici.Request as never,
    // oxlint-disable-next-line typescript/consistent-type-assertions -- as above
    storageFetch: (url, init) => undici.fetch(url, { ...(init as object), dispatcher }) as never,
  });
  expect(reached).toEqual(hosts());
  await dispatcher.close();
});

it('sends requests through a proxy that is set for the whole process', async () => {
  const before = undici.getGlobalDispatcher();
  const agent = new undici.EnvHttpProxyAgent({
    httpProxy: proxyUrl,
    httpsProxy: proxyUrl,
    noProxy: '',
  });
  undici.setGlobalDispatcher(agent);
  try {
    expect(await hostsReached({})).toEqual(hosts());
  } finally {
    undici.setGlobalDispatcher(before);
    await agent.close();
  }
});

it("fails without a retry, and says what to do, if undici's fetch is passed without its Request class", async () => {
  let calls = 0;
  const { books } = createDistribution({
    baseUrl: served.url,
    apiKey: served.key,
    fetch: (request) => {
      calls += 1;
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the mistake of this test
      return undici.fetch(request as never) as never;
    },
  });
  const creating = books.create({ ...namelessBook, externalId: 'proxy-1' });
  await expect(creating).rejects.toMatchObject({ type: 'network', sent: false, attempts: 1 });
  await expect(creating).rejects.toThrow('give its Request class too');
  expect(calls).toBe(1);
});
