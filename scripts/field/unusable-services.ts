/** Services that no verdict can be given about, each a server that fails in one way. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { createSandbox, sandboxNetwork } from '../../src/sandbox/index.ts';
import { credentialsFor } from '../gated/authority.ts';

/** A running server, with the number of requests it has received. */
export interface RunningService {
  readonly url: string;
  readonly requests: () => number;
  readonly close: () => Promise<void>;
}

type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
  call: { readonly number: number; readonly pass: () => Promise<void> },
) => Promise<void> | void;

const html = '<!doctype html><html><title>Sign in</title><body>Please sign in.</body></html>';

/** Ends a response with HTML, or with a value as JSON. */
function send(response: ServerResponse, status: number, body: string | object): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json' });
  response.end(isText ? body : JSON.stringify(body));
}

/** By the behaviour of the service. */
export const unusableServices: Readonly<Record<string, Answer>> = {
  '500 for everything': (_request, response) => send(response, 500, { message: 'no database' }),
  '401 from request 100 on': async (_request, response, { number, pass }) =>
    number < 100 ? pass() : send(response, 401, { message: 'unauthorized' }),
  HTML: (_request, response) => send(response, 200, html),
  'redirect loop': (request, response) => {
    response.writeHead(302, { location: request.url }).end();
  },
  'redirect elsewhere': (request, response) => {
    response.writeHead(308, { location: `https://other.invalid${request.url}` }).end();
  },
  hanging: async () => pause(600_000, undefined, { ref: false }),
  'hanging from request 250 on': async (_request, _response, { number, pass }) =>
    number < 250 ? pass() : pause(600_000, undefined, { ref: false }),
  '30 s slow': async (_request, _response, { pass }) => {
    await pause(30_000, undefined, { ref: false });
    await pass();
  },
  resets: (request) => {
    request.socket.destroy();
  },
  '502 from request 250 on': async (_request, response, { number, pass }) =>
    number < 250 ? pass() : send(response, 502, html),
  '500 from request 250 on': async (_request, response, { number, pass }) =>
    number < 250 ? pass() : send(response, 500, { message: 'no database' }),
  'refusing everything': (_request, response) => send(response, 403, { message: 'forbidden' }),
  'refusing every write': async (request, response, { pass }) =>
    request.method === 'GET' ? pass() : send(response, 403, { message: 'forbidden' }),
  'unrelated JSON': (_request, response) => send(response, 200, { status: 'ok', version: '1.4.2' }),
  '429 for everything': (_request, response) => send(response, 429, ''),
};

/** Starts one of them on a free port. Those that work for a while forward to a correct service. */
export async function startUnusable(name: string): Promise<RunningService> {
  const answer = unusableServices[name];
  if (answer === undefined) throw new Error(`There is no unusable service "${name}".`);
  const storageOrigin = 'http://storage.invalid';
  const sandbox = await createSandbox({ storageOrigin, keys: [fieldKey] });
  const network = sandboxNetwork(sandbox, storageOrigin);
  let number = 0;
  const server = createServer((request, response) => {
    number += 1;
    const pass = async (): Promise<void> => passOn(request, response, network);
    Promise.resolve(answer(request, response, { number, pass })).catch(() => response.destroy());
  });
  const close = async (): Promise<void> => {
    await stop(server);
    await sandbox.close();
  };
  return { url: await listen(server, 'http'), requests: () => number, close };
}

/** The API key that the services behind these servers accept. */
export const fieldKey = 'field-test-key';

/** Starts a server with a self-signed certificate. */
export async function startWithInvalidCertificate(): Promise<RunningService> {
  const { cert, key } = credentialsFor('localhost');
  const server = createTlsServer({ cert, key }, (_request, response) => response.end());
  return { url: await listen(server, 'https'), requests: () => 0, close: async () => stop(server) };
}

async function listen(server: Server, scheme: string): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return `${scheme}://127.0.0.1:${address.port}`;
}

async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

type Network = ReturnType<typeof sandboxNetwork>;

async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  network: Network,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const answer = await network(`http://sandbox.invalid${request.url}`, {
    method: request.method ?? 'GET',
    headers,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(await answer.text());
}
