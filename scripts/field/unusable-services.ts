/** Services about which no verdict is possible: each is a server that fails in one way. */
import type { ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { createCredentials } from '../gated/credentials.ts';
import {
  type RequestListener,
  type ForwardedCall,
  type RunningService,
  startForwarding,
} from './forwarding-server.ts';
import { listen, stop } from '../servers/listen.ts';

const html = '<!doctype html><html><title>Sign in</title><body>Please sign in.</body></html>';

/** Ends a response with HTML, or with a value as JSON. */
function send(response: ServerResponse, status: number, body: string | object): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json' });
  response.end(isText ? body : JSON.stringify(body));
}

/** By the behaviour of the service. */
export const unusableServices: Readonly<Record<string, RequestListener>> = {
  '500 for everything': (_request, response) => send(response, 500, { message: 'no database' }),
  '401 from request 100 on': async (_request, response, call) =>
    call.number < 100 ? pass(call) : send(response, 401, { message: 'unauthorized' }),
  HTML: (_request, response) => send(response, 200, html),
  'redirect loop': (request, response) => {
    response.writeHead(302, { location: request.url }).end();
  },
  'redirect elsewhere': (request, response) => {
    response.writeHead(308, { location: `https://other.invalid${request.url}` }).end();
  },
  hanging: async () => pause(600_000, undefined, { ref: false }),
  'hanging from request 250 on': async (_request, _response, call) =>
    call.number < 250 ? pass(call) : pause(600_000, undefined, { ref: false }),
  '30 s slow': async (_request, _response, call) => {
    await pause(30_000, undefined, { ref: false });
    await pass(call);
  },
  resets: (request) => {
    request.socket.destroy();
  },
  '502 from request 250 on': async (_request, response, call) =>
    call.number < 250 ? pass(call) : send(response, 502, html),
  '500 from request 250 on': async (_request, response, call) =>
    call.number < 250 ? pass(call) : send(response, 500, { message: 'no database' }),
  'refusing everything': (_request, response) => send(response, 403, { message: 'forbidden' }),
  'refusing every write': async (request, response, call) =>
    request.method === 'GET' ? pass(call) : send(response, 403, { message: 'forbidden' }),
  'unrelated JSON': (_request, response) => send(response, 200, { status: 'ok', version: '1.4.2' }),
  '429 for everything': (_request, response) => send(response, 429, ''),
};

/** Lets the service answer. */
async function pass({ work }: ForwardedCall): Promise<void> {
  const respond = await work();
  await respond();
}

/** Starts one of these services on a free port. */
export async function startUnusable(name: string): Promise<RunningService> {
  const answer = unusableServices[name];
  if (answer === undefined) throw new Error(`There is no unusable service "${name}".`);
  return startForwarding(answer);
}

/** Starts a server with a self-signed certificate. */
export async function startWithInvalidCertificate(): Promise<RunningService> {
  const { cert, key } = createCredentials('localhost');
  const server = createTlsServer({ cert, key }, (_request, response) => response.end());
  const url = `https://127.0.0.1:${await listen(server)}`;
  return { url, requests: () => 0, close: async () => stop(server) };
}
