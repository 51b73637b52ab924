/** A server in front of a correct service and its storage. It may respond in their place. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createSandbox } from '../../src/sandbox/index.ts';
import { listen, stop } from '../servers/listen.ts';

/** The API key that the services behind these servers accept. */
export const fieldKey = 'field-test-key';

/** A running server, with the number of requests it has received. */
export interface RunningService {
  readonly url: string;
  readonly requests: () => number;
  readonly close: () => Promise<void>;
}

export interface ForwardedCall {
  /** Counted from 1. */
  readonly number: number;
  /** Lets the service do the work, and returns a function that sends its response. */
  readonly work: () => Promise<() => Promise<void>>;
}

export type RequestListener = (
  request: IncomingMessage,
  response: ServerResponse,
  call: ForwardedCall,
) => Promise<void> | void;

/** Starts the server on a free port. */
export async function startForwarding(listener: RequestListener): Promise<RunningService> {
  const address = { origin: '' };
  const sandbox = await createSandbox({ storageOrigin: () => address.origin, keys: [fieldKey] });
  let number = 0;
  const server = createServer((request, response) => {
    number += 1;
    const work = async () => forward(request, response, { sandbox, origin: address.origin });
    Promise.resolve(listener(request, response, { number, work })).catch(() => response.destroy());
  });
  address.origin = `http://127.0.0.1:${await listen(server)}`;
  return {
    url: address.origin,
    requests: () => number,
    close: async () => {
      await stop(server);
      await sandbox.close();
    },
  };
}

interface Backend {
  readonly sandbox: Awaited<ReturnType<typeof createSandbox>>;
  readonly origin: string;
}

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { sandbox, origin }: Backend,
): Promise<() => Promise<void>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const path = request.url ?? '/';
  const [base, send] = path.startsWith('/v2/')
    ? ['http://service.invalid', sandbox.fetch]
    : [origin, sandbox.storageFetch];
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const forwarded = await send(
    new Request(`${base}${path}`, {
      method: request.method ?? 'GET',
      headers,
      ...(chunks.length > 0 && { body: new Uint8Array(Buffer.concat(chunks)) }),
    }),
  );
  return async () => {
    response.writeHead(forwarded.status, Object.fromEntries(forwarded.headers));
    response.end(await forwarded.text());
  };
}
