/** The Hono app with the routes of the contract. */
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Contract, apiPrefix } from '../../contract/spec.ts';
import { answerCall, answerFailure, finishAnswer } from './answer-call.ts';
import { jsonAnswer, type Answer } from '../present/index.ts';
import type { SandboxParts, ReceivedRequest } from '../parts/index.ts';
import { describeFailure, failureAnswer } from './failures.ts';
import { authenticate } from './read-call.ts';
import { Refusal } from '../readings/index.ts';
import { send, toResponse } from './send.ts';

/** The request and response of a Node server; both undefined for a call in the same process. */
interface Wire {
  readonly Bindings: { readonly incoming?: IncomingMessage; readonly outgoing?: ServerResponse };
}

/** Called when the sandbox itself fails. */
export type Report = (message: string) => void;

/** Returns the parts that answer a request; with a shared store, as they are in every process now. */
export type GetParts = () => SandboxParts | Promise<SandboxParts>;

interface AppOptions {
  readonly contract: Contract;
  /** Called for each request, so that a sandbox may change its parts. */
  readonly parts: GetParts;
  readonly report: Report;
  /** The base of absolute links; the address of the request by default. */
  readonly publicUrl: string | undefined;
}

export function createApp({ contract, parts, report, publicUrl }: AppOptions): Hono<Wire> {
  // Hono's default router tries a faster one first, which cannot hold two overlapping templates.
  const app = new Hono<Wire>({ router: new TrieRouter() });
  for (const { id: operation, method, path } of Object.values(contract.operations)) {
    if (operation === 'putFile') continue;
    app.on(method, `${apiPrefix}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, async (context) => {
      const request = {
        ...readRequest(context, operation),
        url: toPublicUrl(context.req.url, publicUrl),
      };
      return respond(context, await answerCall(request, await parts()));
    });
  }
  app.get('/health', (context) => respond(context, jsonAnswer(200, { status: 'ok' })));
  app.get('/ready', async (context) => respond(context, await readiness(parts)));
  app.notFound(async (context) =>
    respond(context, await answerUnknownRoute(context, contract, await parts())),
  );
  app.onError((error, context) => {
    // In process, a broken connection reaches the caller as it would from fetch.
    if (error instanceof TypeError && error.message.startsWith('fetch failed')) throw error;
    report(describeFailure(error));
    return respond(context, failureAnswer(error, context.req.url));
  });
  return app;
}

/** Rejects unless the store and the file storage answer. */
export async function checkReady({ store, bytes }: SandboxParts): Promise<void> {
  await store.listBooksAfter(0, 1);
  await bytes.size('00000000-0000-4000-8000-000000000000');
}

/** For load balancers, which send no key. */
async function readiness(parts: GetParts): Promise<Answer> {
  const check = async () => checkReady(await parts());
  return check().then(
    () => jsonAnswer(200, { status: 'ready' }),
    () => jsonAnswer(503, { message: 'The store or the file storage does not answer.' }),
  );
}

/** Returns a URL of this server as its clients know it. */
function toPublicUrl(url: string, publicUrl: string | undefined): string {
  if (publicUrl === undefined) return url;
  return `${publicUrl.replace(/\/$/, '')}${url.slice(url.indexOf('/', url.indexOf('//') + 2))}`;
}

function readRequest(
  context: Context<Wire>,
  operation: ReceivedRequest['operation'],
): ReceivedRequest {
  const { req } = context;
  // A Node server has the headers ready; a Request makes a new record of them first.
  const incoming = context.env?.incoming;
  const header =
    incoming === undefined
      ? (name: string) => req.header(name)
      : (name: string) => incoming.headers[name]?.toString();
  return {
    operation,
    url: req.url,
    path: (name) => req.param(name),
    header,
    body: (limit) => readLimited(req.raw, header('content-length'), limit),
  };
}

/**
 * Returns the body of a request, or undefined if it is larger than the limit.
 * @param declaredLength the Content-Length
 * @param limit in bytes
 */
async function readLimited(
  request: Request,
  declaredLength: string | undefined,
  limit: number,
): Promise<Uint8Array | undefined> {
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

/** Answers paths without an operation; below the prefix, only callers with a key learn that. */
async function answerUnknownRoute(context: Context<Wire>, contract: Contract, parts: SandboxParts) {
  const { url } = context.req;
  let refusal: unknown;
  try {
    refusal = refuseRoute(context, contract, parts);
  } catch (error) {
    refusal = error;
  }
  return finishAnswer(answerFailure(refusal, url, parts), { operation: undefined, url }, parts);
}

function refuseRoute(context: Context<Wire>, contract: Contract, parts: SandboxParts): Refusal {
  const { path, method } = context.req;
  const { readings } = parts;
  const isBelowPrefix = path.startsWith(`${apiPrefix}/`);
  if (isBelowPrefix && readings['auth.before-routing'] === 'yes') {
    authenticate(context.req.header('apikey'), parts);
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
    subject: status === 401 ? 'key' : 'absent',
    detail: `There is no ${method} ${path} here.`,
    ...(isKnownPath && status === 405 ? { headers: { allow: allowedMethods.join(', ') } } : {}),
  });
}

function respond(context: Context<Wire>, answer: Answer): Response {
  const outgoing = context.env?.outgoing;
  if (outgoing === undefined) return toResponse(answer);
  send(outgoing, answer);
  return RESPONSE_ALREADY_SENT;
}
