/** A second service, independent of the project: it is correct, and its author had only the interface document. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { characters, type CharacterName } from './characters.ts';
import { putBytes } from './file-operations.ts';
import { createListView } from './list-operations.ts';
import type { ServiceRequest, ServiceResponse } from './messages.ts';
import { Refusal, createRefusalResponse } from './refusal.ts';
import { handleRequest } from './routes.ts';
import { createState, type ServiceState } from './state.ts';

/** The running service; `url` is its address without the path prefix. */
export interface SecondService {
  readonly url: string;
  readonly key: string;
  readonly close: () => Promise<void>;
}

/** Starts the service on two local ports: one for the service, one for its file storage. */
export async function startSecondService(name: CharacterName): Promise<SecondService> {
  const state = createState(characters[name], `k-${name}`);
  const viewList = createListView(state);
  const api = createHttpServer(state, (request) =>
    respondToErrors(state, request, () => handleRequest(state, viewList, request)),
  );
  const storage = createHttpServer(state, (request) =>
    request.method === 'PUT' ? putBytes(state, request) : { status: 403 },
  );
  state.origins.api = await listen(api);
  state.origins.storage = await listen(storage);
  return {
    url: state.origins.api,
    key: state.key,
    async close() {
      await Promise.all([close(api), close(storage)]);
    },
  };
}

/** Returns the handler's response, or the response for the error that it throws. */
function respondToErrors(
  state: ServiceState,
  { url }: ServiceRequest,
  handle: () => ServiceResponse,
): ServiceResponse {
  try {
    return handle();
  } catch (error) {
    if (error instanceof Refusal) return createRefusalResponse(state, error, url.pathname);
    return { status: 500, json: { message: String(error) } };
  }
}

function createHttpServer(
  state: ServiceState,
  handle: (request: ServiceRequest) => ServiceResponse,
): Server {
  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const response = handle(await readRequest(incoming));
    if (state.character.responseDelayMs > 0) await wait(state.character.responseDelayMs);
    sendResponse(state, outgoing, response);
  };
  return createServer((incoming, outgoing) => {
    respond(incoming, outgoing).catch(() => outgoing.destroy());
  });
}

async function readRequest(incoming: IncomingMessage): Promise<ServiceRequest> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) if (chunk instanceof Uint8Array) chunks.push(chunk);
  const { apikey } = incoming.headers;
  return {
    method: incoming.method ?? 'GET',
    url: new URL(incoming.url ?? '/', 'http://second-service'),
    key: typeof apikey === 'string' ? apikey : undefined,
    contentType: incoming.headers['content-type'],
    bytes: Buffer.concat(chunks),
  };
}

function sendResponse(
  state: ServiceState,
  outgoing: ServerResponse,
  { status, json, text, mediaType }: ServiceResponse,
): void {
  const { verbose } = state.character;
  outgoing.statusCode = status;
  outgoing.setHeader('Date', new Date(Date.now()).toUTCString());
  if (verbose) outgoing.setHeader('X-Served-By', 'shelf-7');
  if (json === undefined) {
    if (mediaType !== undefined) outgoing.setHeader('Content-Type', mediaType);
    outgoing.end(text ?? '');
    return;
  }
  const body = JSON.stringify(json, undefined, verbose ? 2 : undefined);
  const defaultMediaType = verbose ? 'application/json;charset=utf-8' : 'application/json';
  outgoing.setHeader('Content-Type', mediaType ?? defaultMediaType);
  // The verbose character sends its body in two chunks.
  if (verbose) outgoing.write(body.slice(0, 7));
  outgoing.end(verbose ? body.slice(7) : body);
}

/** Listens on a free local port and returns the address. */
async function listen(server: Server): Promise<string> {
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('no port was given'));
      else resolve(address.port);
    });
  });
  return `http://127.0.0.1:${port}`;
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeAllConnections();
  await closed;
}
