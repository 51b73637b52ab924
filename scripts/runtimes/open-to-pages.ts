/** Makes a sandbox reachable for a page of another origin, with CORS. */
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { serveSandbox } from '../../src/sandbox/index.ts';

export interface OpenSandbox {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Starts a sandbox behind two proxies: for the service and for its storage. */
export async function openSandbox(): Promise<OpenSandbox> {
  const origins = { service: '', storage: '', shownStorage: '' };
  const served = await serveSandbox({ storageOrigin: () => origins.shownStorage });
  origins.service = served.url;
  origins.storage = served.storageUrl;
  const servers = [opened(() => origins.service), opened(() => origins.storage)] as const;
  const [url, shownStorage] = await Promise.all(servers.map(listening));
  if (url === undefined || shownStorage === undefined) throw new Error('No port was given.');
  origins.shownStorage = shownStorage;
  return {
    url,
    close: async () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      await served.close();
    },
  };
}

const permission = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'apikey, content-type',
  'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE',
};

function opened(target: () => string): Server {
  return createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    if (method === 'OPTIONS') {
      outgoing.writeHead(204, permission).end();
      return;
    }
    const onward = request(`${target()}${incoming.url ?? ''}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...permission });
      answer.pipe(outgoing);
    });
    onward.once('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
}

/** Starts a server on a free port and returns its origin. */
export async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return `http://127.0.0.1:${address.port}`;
}
