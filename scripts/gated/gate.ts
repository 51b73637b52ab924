/** A gateway in front of a sandbox: TLS with a private authority, and a required header. */
import { once } from 'node:events';
import {
  request,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http';
import { createServer } from 'node:https';
import type { Server } from 'node:net';
import { credentialsFor } from './authority.ts';

export interface GateOptions {
  /** The host name of its certificate. */
  readonly host: string;
  /** The header that every request needs. */
  readonly header: readonly [name: string, value: string];
  /** The origin of the service behind it. */
  readonly behind: string;
}

export interface Gate {
  readonly port: number;
  /** PEM. */
  readonly authority: string;
  readonly close: () => Promise<void>;
}

/** Starts the gateway on a free port. */
export async function openGate({ host, header, behind }: GateOptions): Promise<Gate> {
  const { authority, cert, key } = credentialsFor(host);
  const [name, value] = header;
  const server = createServer({ cert, key }, (asked, answer) => {
    if (asked.headers[name] === value) passOn(asked, answer, behind);
    else answer.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Who are you?</h1>');
  });
  return { port: await listening(server), authority, close: async () => closed(server) };
}

function passOn(asked: IncomingMessage, answer: ServerResponse, behind: string): void {
  const onward = request(new URL(asked.url ?? '/', behind), {
    method: asked.method,
    headers: { ...asked.headers, host: new URL(behind).host },
  });
  onward.on('response', (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers);
    got.pipe(answer);
  });
  onward.on('error', () => answer.writeHead(502).end());
  asked.pipe(onward);
}

/** Starts a server on a free port. */
export async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('It has no port.');
  return address.port;
}

/** Stops a server and closes its connections. */
export async function closed(server: HttpServer): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
