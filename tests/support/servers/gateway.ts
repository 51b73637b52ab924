/** A gateway in front of a sandbox and its storage. It notes every request, and may respond in their place. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.ts';
import { listen, stop } from './listen.ts';

export interface GatewayCall {
  /** Counted from 1. */
  readonly number: number;
  readonly incoming: IncomingMessage;
  /** Returns the response of the service or the storage. */
  readonly answer: () => Promise<Response>;
}

/** Returns the response to send. Without one, the request gets no response. */
export type Respond = (call: GatewayCall) => Promise<Response | undefined>;

export interface ForwardedRequest {
  readonly to: 'service' | 'storage';
  readonly method: string;
  readonly path: string;
  readonly hasKey: boolean;
}

export interface Gateway {
  readonly url: string;
  readonly key: string;
  readonly sandbox: Sandbox;
  readonly requests: readonly ForwardedRequest[];
  readonly close: () => Promise<void>;
}

/** Starts a sandbox behind a gateway on a free port. */
export async function serveBehindGateway(
  respond: Respond = async ({ answer }) => answer(),
  options: SandboxOptions = {},
): Promise<Gateway> {
  const address = { origin: '' };
  const sandbox = await createSandbox({ ...options, storageOrigin: () => address.origin });
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
