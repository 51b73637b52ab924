/** A correct service behind a gateway that fails one call in fifteen, before or after doing the work. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { createSandbox, sandboxNetwork } from '../../src/sandbox/index.ts';
import { fieldKey, type RunningService } from './unusable-services.ts';

/** One call in this many fails. */
const oneIn = 15;
const failures = [502, 503, 504] as const;

/** Draws the same numbers from the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Starts service and storage behind one port. */
export async function startFailingGateway(seed: number): Promise<RunningService> {
  const random = randomFrom(seed);
  const place = { origin: '' };
  const sandbox = await createSandbox({ storageOrigin: () => place.origin, keys: [fieldKey] });
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const fails = random() < 1 / oneIn;
    const before = random() < 0.5;
    const status = failures[Math.floor(random() * failures.length)] ?? 502;
    handle(request, response, { place, sandbox, fails, before, status }).catch(() =>
      response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  place.origin = `http://127.0.0.1:${address.port}`;
  return {
    url: place.origin,
    requests: () => requests,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await sandbox.close();
    },
  };
}

interface Call {
  readonly place: { readonly origin: string };
  readonly sandbox: Awaited<ReturnType<typeof createSandbox>>;
  readonly fails: boolean;
  /** Returns whether it fails before the work is done. */
  readonly before: boolean;
  readonly status: number;
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  { place, sandbox, fails, before, status }: Call,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const fail = (): void => {
    // Storage throttles with 503; a gateway fails in three ways.
    const toStorage = request.method === 'PUT';
    response.writeHead(toStorage ? 503 : status, { 'content-type': 'text/html' });
    response.end('<html>failed</html>');
  };
  if (fails && before) return fail();
  const path = request.url ?? '/';
  const toService = path.startsWith('/v2/');
  const network = sandboxNetwork(sandbox, place.origin);
  const body = Buffer.concat(chunks);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const answer = await network(`${toService ? 'http://sandbox.invalid' : place.origin}${path}`, {
    method: request.method ?? 'GET',
    headers,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
  if (fails) return fail();
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(await answer.text());
}
