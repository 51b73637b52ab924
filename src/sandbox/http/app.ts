/** The Hono app with the routes of the contract. */
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { randomUUID } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import type { IncomingMessage } from 'node:http';
import { type Contract, apiPrefix } from '../../contract/spec.ts';
import { answerRequest, presentError, finishResponse } from './answer-request.ts';
import { jsonResponse, withHeaders, type SandboxResponse } from '../present/index.ts';
import { findKeyAccount, type Parts, type KeyedRequest } from '../parts/index.ts';
import { describeFailure, presentFailure, send, toResponse } from './send.ts';
import { authenticate } from './read-call.ts';
import { Refusal } from '../readings/index.ts';
import { addToTrace, truncateBody, type TracedResponse } from './trace.ts';

/** The request and response of a Node server; both undefined for a request in the same process. */
interface Wire {
  readonly Bindings: { readonly incoming?: IncomingMessage; readonly outgoing?: TracedResponse };
}

/** Called when the sandbox itself fails. */
export type ReportFailure = (message: string) => void;

/** Returns the parts that answer a request. With a shared store, the parts include the latest changes of all processes. */
export type GetParts = () => Parts | Promise<Parts>;

interface AppOptions {
  readonly contract: Contract;
  /** Called for each request, so that a sandbox may change its parts. */
  readonly parts: GetParts;
  readonly report: ReportFailure;
  /** The base of absolute links; the address of the request by default. */
  readonly publicUrl: string | undefined;
}

export function createApp({ contract, parts, report, publicUrl }: AppOptions): Hono<Wire> {
  // Hono's default router tries a faster one first, which cannot hold two overlapping templates.
  const app = new Hono<Wire>({ router: new TrieRouter() });
  for (const { id: operation, method, path } of Object.values(contract.operations)) {
    if (operation === 'putFile') continue;
    app.on(method, `${apiPrefix}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, async (context) => {
      const url = toPublicUrl(context.req.url, publicUrl);
      const request = { ...readRequest(context, operation), url };
      const currentParts = await parts();
      addToTrace(context.env?.outgoing, () => {
        const account = findKeyAccount(request.header, currentParts)?.id;
        return { id: request.id, operation, account };
      });
      const response = await answerRequest(request, currentParts);
      return respond(context, withHeaders(response, { 'x-request-id': request.id }));
    });
  }
  app.get('/health', (context) => respond(context, jsonResponse(200, { status: 'ok' })));
  app.get('/ready', async (context) => respond(context, await checkReadiness(parts)));
  app.notFound(async (context) =>
    respond(context, await answerUnknownRoute(context, contract, await parts())),
  );
  app.onError((error, context) => {
    // For a request within the process, a broken connection is an error of `fetch`, which the caller gets.
    if (error instanceof TypeError && error.message.startsWith('fetch failed')) throw error;
    report(describeFailure(error));
    return respond(context, presentFailure(error, context.req.url));
  });
  return app;
}

/** Returns why a sandbox cannot answer requests as it should; undefined if it is ready. */
export async function explainUnready(parts: GetParts): Promise<string | undefined> {
  try {
    const { store, bytes, isPrepared } = await parts();
    // Another process of a shared store may be filling it.
    const isFilled = isPrepared() && (await store.readProgress()) === undefined;
    // A file that does not exist: only a storage that does not respond makes this fail.
    await bytes.size('00000000-0000-4000-8000-000000000000');
    return isFilled ? undefined : 'The sandbox does not have all of its first books yet.';
  } catch {
    return 'The store or the file storage does not respond.';
  }
}

/** Returns the response for load balancers, which need no key: 200 if the sandbox can answer requests. */
async function checkReadiness(parts: GetParts): Promise<SandboxResponse> {
  const message = await explainUnready(parts);
  return message === undefined
    ? jsonResponse(200, { status: 'ready' })
    : jsonResponse(503, { message });
}

/** Returns the id that the client gave a request, if it can be part of a log line, or a new one. */
export function readRequestId(sentId: string | undefined): string {
  return sentId !== undefined && /^[\w.:-]{1,100}$/.test(sentId) ? sentId : randomUUID();
}

/** Returns a URL of this server as its clients know it. */
function toPublicUrl(url: string, publicUrl: string | undefined): string {
  if (publicUrl === undefined) return url;
  return `${publicUrl.replace(/\/$/, '')}${url.slice(url.indexOf('/', url.indexOf('//') + 2))}`;
}

function readRequest(context: Context<Wire>, operation: KeyedRequest['operation']): KeyedRequest {
  const { req } = context;
  // A Node server has the headers ready; a Request makes a new record of them first.
  const nodeRequest = context.env?.incoming;
  const header =
    nodeRequest === undefined
      ? (name: string) => req.header(name)
      : (name: string) => nodeRequest.headers[name]?.toString();
  return {
    id: readRequestId(header('x-request-id')),
    operation,
    method: req.method,
    url: req.url,
    path: (name) => req.param(name),
    header,
    body: async (limit) => {
      const bytes = await readLimited(req.raw, header('content-length'), limit);
      if (bytes !== undefined)
        addToTrace(context.env?.outgoing, () => ({ body: truncateBody(bytes) }));
      return bytes;
    },
  };
}

/**
 * Returns the body of a request, or undefined if it is larger than the limit.
 * @param declaredLength the Content-Length
 * @param limit in bytes
 */
async function readLimited(request: Request, declaredLength: string | undefined, limit: number) {
  if (declaredLength !== undefined && Number(declaredLength) > limit) return undefined;
  if (declaredLength !== undefined) return new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Answers requests for unknown routes. Below the prefix, a request without a key may get 401 instead. */
async function answerUnknownRoute(context: Context<Wire>, contract: Contract, parts: Parts) {
  const { url } = context.req;
  let refusal: unknown;
  try {
    refusal = createRouteRefusal(context, contract, parts);
  } catch (error) {
    refusal = error;
  }
  return finishResponse(presentError(refusal, url, parts), { operation: undefined, url }, parts);
}

function createRouteRefusal(context: Context<Wire>, contract: Contract, parts: Parts): Refusal {
  const { path, method } = context.req;
  const { readings } = parts;
  const isBelowPrefix = path.startsWith(`${apiPrefix}/`);
  if (isBelowPrefix && readings['auth.before-routing'] === 'yes') {
    authenticate((name) => context.req.header(name), parts);
  }
  const apiPath = path.slice(apiPrefix.length);
  const allowedMethods = isBelowPrefix
    ? (['GET', 'POST', 'PATCH', 'DELETE'] as const).filter((candidate) =>
        contract.match(candidate, apiPath),
      )
    : [];
  const status = Number(readings['route.unknown']);
  const isKnownPath = allowedMethods.length > 0;
  return new Refusal({
    status: status === 405 && !isKnownPath ? 404 : status,
    requirement: 'route.unknown',
    subject: status === 401 ? 'key' : 'missing-resource',
    detail: `There is no operation ${method} ${path}.`,
    ...(isKnownPath && status === 405 ? { headers: { allow: allowedMethods.join(', ') } } : {}),
  });
}

function respond(context: Context<Wire>, response: SandboxResponse): Response {
  const nodeResponse = context.env?.outgoing;
  if (nodeResponse === undefined) return toResponse(response);
  send(nodeResponse, response);
  return RESPONSE_ALREADY_SENT;
}
