/** The service and its storage: both answer any request, also if the sandbox fails. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Match } from '../../contract/operations.ts';
import { type Contract, apiPrefix } from '../../contract/spec.ts';
import { answerRequest, answerUpload, presentError, finishResponse } from './answer-request.ts';
import { jsonResponse, withHeaders, type SandboxResponse } from '../present/index.ts';
import {
  findAccountId,
  findKeyAccount,
  type Parts,
  type KeyedRequest,
  type WireRequest,
} from '../replaceable-parts/index.ts';
import { describeFailure, presentFailure, toResponse } from './send.ts';
import { authenticate } from './read-call.ts';
import { Refusal } from '../readings/index.ts';
import { type Trace, truncateBody } from './trace.ts';

/** Returns the parts that answer a request. With a shared store, the parts include the latest changes of all processes. */
export type GetParts = () => Parts | Promise<Parts>;

interface StorageOptions {
  readonly parts: GetParts;
  readonly report: (message: string) => void;
}

interface ServiceOptions extends StorageOptions {
  readonly contract: Contract;
  /** The base of absolute links; the address of the request by default. */
  readonly publicUrl: string | undefined;
}

interface Exchange {
  readonly trace?: Trace | undefined;
  /** Called before the body of an upload is read, unless the upload is refused without its body. */
  readonly onAdmitted?: () => void;
}

/** Answers a request. Never rejects. */
export type Answer = (request: WireRequest, exchange?: Exchange) => Promise<SandboxResponse>;

/** Thrown by the body of an upload that delivers too few bytes. */
export class StallError extends Error {}

export function createService(options: ServiceOptions): Answer {
  return answerAlways(options, (request, { trace }) => answerRoute(request, trace, options));
}

export function createStorage(options: StorageOptions): Answer {
  return answerAlways(options, async (request, { trace, onAdmitted }) => {
    const parts = await options.parts();
    if (trace !== undefined) {
      const operation = 'putFile';
      const account = await findAccountId({ ...request, operation }, parts);
      Object.assign(trace, { id: request.id, operation, account });
    }
    return answerUpload(request, parts, onAdmitted);
  });
}

function answerAlways(
  { report }: StorageOptions,
  answer: (request: WireRequest, exchange: Exchange) => Promise<SandboxResponse>,
): Answer {
  return async (request, exchange = {}) => {
    try {
      const response = await answer(request, exchange);
      return withHeaders(response, { 'x-request-id': request.id });
    } catch (error) {
      if (error instanceof StallError) return jsonResponse(408, { message: error.message });
      // A client that hangs up within its upload is no failure of the sandbox.
      const isHangUp = error instanceof Error && error.message === 'aborted';
      if (!isHangUp) report(describeFailure(error));
      return presentFailure(error, request.url);
    }
  };
}

async function answerRoute(
  request: WireRequest,
  trace: Trace | undefined,
  { contract, parts, publicUrl }: ServiceOptions,
): Promise<SandboxResponse> {
  const { pathname } = new URL(request.url);
  // The server sends no body in response to a HEAD.
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  if (method === 'GET' && pathname === '/health') return jsonResponse(200, { status: 'ok' });
  if (method === 'GET' && pathname === '/ready') {
    const message = await explainUnready(parts);
    return message === undefined
      ? jsonResponse(200, { status: 'ready' })
      : jsonResponse(503, { message });
  }
  const isBelowPrefix = pathname.startsWith(`${apiPrefix}/`);
  const match = isBelowPrefix && contract.match(method, pathname.slice(apiPrefix.length));
  const currentParts = await parts();
  const keyedRequest =
    match && toKeyedRequest({ ...request, url: toPublicUrl(request.url, publicUrl) }, match, trace);
  if (!keyedRequest) return answerUnknownRoute(request, currentParts);
  const { operation, header } = keyedRequest;
  if (trace !== undefined) {
    const account = findKeyAccount(header, currentParts)?.id;
    Object.assign(trace, { id: request.id, operation, account });
  }
  return answerRequest(keyedRequest, currentParts);
}

function toKeyedRequest(
  request: WireRequest,
  { operation: { id: operation }, params }: Match,
  trace: Trace | undefined,
): KeyedRequest | undefined {
  if (operation === 'putFile') return undefined;
  const body = async (limit: number) => {
    const bytes = await readLimited(request, limit);
    if (bytes !== undefined && trace !== undefined)
      Object.assign(trace, { body: truncateBody(bytes) });
    return bytes;
  };
  return { ...request, operation, path: (name) => params[name], body };
}

export function fetchWith(answer: Answer): (request: Request) => Promise<Response> {
  return async ({ method, url, headers, body: sentBody }) => {
    const header = (name: string) => headers.get(name) ?? undefined;
    const body = sentBody ?? Readable.from([]);
    const id = readRequestId(header('x-request-id'));
    return toResponse(await answer({ id, method, url, header, body }));
  };
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

/** Returns the id that the client gave a request, if it can be part of a log line, or a new one. */
export function readRequestId(sentId: string | undefined): string {
  return sentId !== undefined && /^[\w.:-]{1,100}$/.test(sentId) ? sentId : randomUUID();
}

/** Returns a URL of this server as its clients know it. */
function toPublicUrl(url: string, publicUrl: string | undefined): string {
  if (publicUrl === undefined) return url;
  return `${publicUrl.replace(/\/$/, '')}${url.slice(url.indexOf('/', url.indexOf('//') + 2))}`;
}

async function readLimited({ header, body }: WireRequest, limit: number) {
  if (Number(header('content-length') ?? 0) > limit) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Answers requests for unknown routes. Below the prefix, a request without a key may get 401 instead. */
async function answerUnknownRoute(request: WireRequest, parts: Parts) {
  const { url } = request;
  const refusal = await createRouteRefusal(request, parts).catch((error: unknown) => error);
  return finishResponse(presentError(refusal, url, parts), { operation: undefined, url }, parts);
}

async function createRouteRefusal({ method, url, header }: WireRequest, parts: Parts) {
  const { pathname } = new URL(url);
  const { contract, readings } = parts;
  const isBelowPrefix = pathname.startsWith(`${apiPrefix}/`);
  if (isBelowPrefix && readings['auth.before-routing'] === 'yes') authenticate(header, parts);
  const allowedMethods = ['GET', 'POST', 'PATCH', 'DELETE'].filter(
    (candidate) => isBelowPrefix && contract.match(candidate, pathname.slice(apiPrefix.length)),
  );
  const status = Number(readings['route.unknown']);
  const isKnownPath = allowedMethods.length > 0;
  return new Refusal({
    status: status === 405 && !isKnownPath ? 404 : status,
    requirement: 'route.unknown',
    subject: status === 401 ? 'key' : 'missing-resource',
    detail: `There is no operation ${method} ${pathname}.`,
    ...(isKnownPath && status === 405 ? { headers: { allow: allowedMethods.join(', ') } } : {}),
  });
}
