/** A gateway in front of a sandbox: TLS with a private certificate, and a required header. */
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { listen, stop } from './listen.ts';
import { createCredentials } from './credentials.ts';

export interface GateOptions {
  /** The host name of its certificate. */
  readonly host: string;
  /** The header that every request needs. */
  readonly header: readonly [name: string, value: string];
  /** The origin of the service behind it. */
  readonly target: string;
}

export interface Gate {
  readonly port: number;
  /** The certificate that clients must trust, as PEM. */
  readonly authority: string;
  readonly close: () => Promise<void>;
}

/** Starts the gateway on a free port. It answers 403 to requests without the header. */
export async function openGate({ host, header, target }: GateOptions): Promise<Gate> {
  const { cert, key } = createCredentials(host);
  const [name, value] = header;
  const server = createServer({ cert, key }, (incoming, outgoing) => {
    if (incoming.headers[name] === value) forward(incoming, outgoing, target);
    else outgoing.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Who are you?</h1>');
  });
  return { port: await listen(server), authority: cert, close: async () => stop(server) };
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, target: string): void {
  const onward = request(new URL(incoming.url ?? '/', target), {
    method: incoming.method,
    headers: { ...incoming.headers, host: new URL(target).host },
  });
  onward.on('response', (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  onward.on('error', () => outgoing.writeHead(502).end());
  incoming.pipe(onward);
}
