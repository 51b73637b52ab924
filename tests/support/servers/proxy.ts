/** A company's proxy: it requires a password and resolves host names itself. */
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { listen, stop } from './listen.ts';

export interface LocalProxy {
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
    const path = url.pathname + url.search;
    const port = route(url.hostname);
    const onward = request({ host: '127.0.0.1', port, path, method: incoming.method, headers });
    onward.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(onward);
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
