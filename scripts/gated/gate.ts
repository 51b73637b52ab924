/** A gateway in front of a sandbox: TLS with a private certificate, and a required header. */
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { listen, stop } from '../servers/listen.ts';
import { createCredentials } from './credentials.ts';

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
  /** The certificate that clients must trust, as PEM. */
  readonly authority: string;
  readonly close: () => Promise<void>;
}

/** Starts the gateway on a free port. */
export async function openGate({ host, header, behind }: GateOptions): Promise<Gate> {
  const { cert, key } = createCredentials(host);
  const [name, value] = header;
  const server = createServer({ cert, key }, (asked, answer) => {
    if (asked.headers[name] === value) passOn(asked, answer, behind);
    else answer.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Who are you?</h1>');
  });
  return { port: await listen(server), authority: cert, close: async () => stop(server) };
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
