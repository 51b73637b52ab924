/** What stands between a caller and a sandbox: a gateway that may respond itself, a company's proxy, a load balancer. */
import {
  type ClientRequest,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { connect } from 'node:net';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.ts';
import { listen, stop } from './server-process.ts';

interface GatewayCall {
  /** Counted from 1. */
  readonly number: number;
  readonly incoming: IncomingMessage;
  /** Returns the response of the service or the storage. */
  readonly answer: () => Promise<Response>;
}

/** Returns the response to send. Without one, the request gets no response. */
export type Respond = (call: GatewayCall) => Promise<Response | undefined>;

interface ForwardedRequest {
  readonly to: 'service' | 'storage';
  readonly method: string;
  readonly path: string;
  readonly hasKey: boolean;
}

interface Gateway {
  readonly url: string;
  readonly key: string;
  readonly sandbox: Sandbox;
  readonly requests: readonly ForwardedRequest[];
  readonly close: () => Promise<void>;
}

/** Starts a sandbox behind a gateway on a free port. Its reviews are short, because runs await them. */
export async function serveBehindGateway(
  respond: Respond = async ({ answer }) => answer(),
  options: SandboxOptions = {},
): Promise<Gateway> {
  const address = { origin: '' };
  const sandbox = await createSandbox({
    reviewMs: 1_000,
    ...options,
    storageOrigin: () => address.origin,
  });
  const requests: ForwardedRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming;
    const to = path.startsWith('/v2/') ? 'service' : 'storage';
    const send = to === 'service' ? sandbox.fetch : sandbox.storageFetch;
    const number = requests.push({ to, method, path, hasKey: headers['apikey'] !== undefined });
    const answer = async () => send(await readRequest(incoming, `${address.origin}${path}`));
    respond({ number, incoming, answer })
      .then(async (response) => response && sendResponse(response, outgoing))
      .catch(() => outgoing.destroy());
  });
  address.origin = `http://127.0.0.1:${await listen(server)}`;
  return {
    url: address.origin,
    key: sandbox.keys[0] ?? '',
    sandbox,
    requests,
    close: async () => {
      await stop(server);
      await sandbox.close();
    },
  };
}

async function readRequest(incoming: IncomingMessage, url: string): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  const body = chunks.length > 0 ? { body: new Uint8Array(Buffer.concat(chunks)) } : {};
  return new Request(url, { method: incoming.method ?? 'GET', headers, ...body });
}

async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(await response.text());
}

/** Sends a request to another server, without its body, and sends the response back. */
export function sendOn(
  { method, url = '/', headers: sent }: IncomingMessage,
  outgoing: ServerResponse,
  { origin, headers = sent }: { readonly origin: string; readonly headers?: IncomingHttpHeaders },
): ClientRequest {
  return request(new URL(url, origin), { method, headers, agent: false }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
    response.once('error', () => outgoing.destroy());
  });
}

interface LocalProxy {
  /** The address, without credentials. */
  readonly address: string;
  /** `METHOD target` of every request, including refused ones. */
  readonly requests: readonly string[];
  readonly close: () => Promise<void>;
}

/**
 * Starts a proxy on a free port.
 * @param credentials `name:password`
 * @param route returns the local port of a host
 */
export async function openProxy(
  credentials: string,
  route: (host: string) => number,
): Promise<LocalProxy> {
  const requests: string[] = [];
  const credential = `Basic ${Buffer.from(credentials).toString('base64')}`;
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '', 'http://nowhere.invalid');
    requests.push(`${incoming.method} ${url.href}`);
    const { 'proxy-authorization': authorization, ...headers } = incoming.headers;
    if (authorization !== credential) {
      outgoing.writeHead(407).end();
      return;
    }
    incoming.url = url.pathname + url.search;
    const origin = `http://127.0.0.1:${route(url.hostname)}`;
    incoming.pipe(sendOn(incoming, outgoing, { origin, headers }));
  });
  server.on('connect', (incoming, socket) => {
    requests.push(`CONNECT ${incoming.url}`);
    if (incoming.headers['proxy-authorization'] !== credential) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const tunnel = connect(route(String(incoming.url).split(':')[0] ?? ''), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      tunnel.pipe(socket).pipe(tunnel);
    });
    tunnel.on('error', () => socket.destroy());
    socket.on('error', () => tunnel.destroy());
  });
  const port = await listen(server);
  return { address: `127.0.0.1:${port}`, requests, close: async () => stop(server) };
}

export interface Balancer {
  readonly url: string;
  /** The addresses of the processes. */
  addresses: readonly string[];
  readonly close: () => Promise<void>;
}

export async function startBalancer(): Promise<Balancer> {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const { addresses } = balancer;
    const first = turn++ % Math.max(1, addresses.length);
    forward(incoming, outgoing, [...addresses.slice(first), ...addresses.slice(0, first)]);
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const balancer: Balancer = { url, addresses: [], close: async () => stop(server) };
  return balancer;
}

/** Tries one address after another until one accepts the connection. */
function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  [address, ...others]: readonly string[],
): void {
  if (address === undefined) {
    outgoing.writeHead(503, { 'retry-after': '1' }).end();
    return;
  }
  const forwarded = sendOn(incoming, outgoing, { origin: address });
  forwarded.once('error', (error) => {
    const isRefused = 'code' in error && error.code === 'ECONNREFUSED';
    if (isRefused && incoming.readableFlowing === null) forward(incoming, outgoing, others);
    else if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  });
  // Sends the body only once connected, so that another process can still get it.
  forwarded.once('socket', (socket) => socket.once('connect', () => incoming.pipe(forwarded)));
}
