/** Answers requests and uploads: runs the operation and returns its response, which may be a refusal. */
import { setTimeout as pause } from 'node:timers/promises';
import { type SandboxResponse, withHeaders, jsonResponse } from '../present/index.ts';
import { endReview } from '../changes.ts';
import type { RequestTarget, Parts, KeyedRequest, ReceiveBytes, Upload } from '../parts/index.ts';
import { presentTemporaryFailure } from './send.ts';
import { bodyLimit } from './read-body.ts';
import { readCall } from './read-call.ts';
import { Refusal } from '../readings/index.ts';
import { decodeUtf8 } from '../shapes/index.ts';
import type { OperationId } from '../../contract/operations.ts';
import type { ChaosEffect } from '../chaos.ts';

export async function answerRequest(request: KeyedRequest, parts: Parts): Promise<SandboxResponse> {
  if (parts.chooseParts === undefined) return answerWithParts(request, parts);
  let bytes: Promise<Uint8Array | undefined> | undefined;
  // The body can be read from the connection only once, but both the choice of parts and the operation need it.
  const body = (): Promise<Uint8Array | undefined> => (bytes ??= request.body(bodyLimit));
  const text = async () => decodeUtf8((await body()) ?? new Uint8Array());
  const chosenParts = await parts.chooseParts({ ...request, text }, parts);
  return answerWithParts({ ...request, body }, chosenParts);
}

async function answerWithParts(request: KeyedRequest, parts: Parts): Promise<SandboxResponse> {
  const { operation, url } = request;
  const disturbance = await disturb(operation, parts);
  if ('replacement' in disturbance) return addDate(disturbance.replacement, parts);
  const response = await presentErrors(runOperation(request, parts), url, parts);
  return { ...(await finishResponse(response, { operation, url }, parts)), ...disturbance };
}

/** Adds the Date header, from which clients read the current day. The rules use the same clock. */
function addDate(response: SandboxResponse, { clock }: Parts): SandboxResponse {
  return withHeaders(response, { date: new Date(clock.now()).toUTCString() });
}

/** Applies the changes that every response gets just before it is sent. */
export async function finishResponse(
  response: SandboxResponse,
  request: RequestTarget,
  parts: Parts,
): Promise<SandboxResponse> {
  return parts.transport(addDate(response, parts), request);
}

async function runOperation(request: KeyedRequest, parts: Parts): Promise<SandboxResponse> {
  const now = parts.clock.now();
  if (now >= parts.store.getNextReview()) await endReviews(now, parts);
  const call = await readCall(request, parts);
  return parts.operations[call.operation](call, parts);
}

async function endReviews(now: number, parts: Parts): Promise<void> {
  for (const bookId of await parts.store.findDueReviews(now)) {
    await endReview(bookId, ({ status }) => parts.rules.getStatusAfterReview(status), {
      now,
      parts,
      dueBy: now,
    });
  }
}

async function presentErrors(response: Promise<SandboxResponse>, url: string, parts: Parts) {
  return response.catch((error: unknown) => presentError(error, url, parts));
}

/** Returns the response to a refusal or a temporary failure. Rethrows any other error. */
export function presentError(error: unknown, url: string, { present }: Parts): SandboxResponse {
  if (error instanceof Refusal) return present.refusal(error.parts, { url });
  const response = presentTemporaryFailure(error, url);
  if (response === undefined) throw error;
  return response;
}

type Admission =
  | { readonly receive: ReceiveBytes; readonly parts: Parts; readonly breaks: Breaks }
  | { readonly response: SandboxResponse };

/** Empty unless a chaos rule breaks the connection. */
type Breaks = Pick<SandboxResponse, 'breaks'>;

/** Admits or refuses an upload before its body is read. */
export async function admitUploadRequest(
  { url, header, method }: Omit<Upload, 'body'> & { readonly method: string },
  defaultParts: Parts,
): Promise<Admission> {
  const target = { operation: 'putFile', url } as const;
  const request = { ...target, header, path: () => undefined, text: async () => undefined };
  const parts = (await defaultParts.chooseParts?.(request, defaultParts)) ?? defaultParts;
  const disturbance = await disturb('putFile', parts);
  if ('replacement' in disturbance) {
    return { response: addDate(disturbance.replacement, parts) };
  }
  try {
    if (method !== 'PUT') throw createWrongMethodRefusal(method, url);
    const receive = await parts.admitUpload({ url, header }, parts);
    return { receive, parts, breaks: disturbance };
  } catch (error) {
    return { response: await finishResponse(presentError(error, url, parts), target, parts) };
  }
}

/** Receives the bytes and returns the response. */
export async function receiveUpload(
  { receive, parts, breaks }: Extract<Admission, { readonly receive: ReceiveBytes }>,
  { url, body }: Pick<Upload, 'url' | 'body'>,
): Promise<SandboxResponse> {
  const response = await presentErrors(receive(body), url, parts);
  return { ...(await finishResponse(response, { operation: 'putFile', url }, parts)), ...breaks };
}

/** Answers an upload that is sent within the process. */
export async function answerUpload(upload: Upload & { readonly method: string }, parts: Parts) {
  const admission = await admitUploadRequest(upload, parts);
  return 'response' in admission ? admission.response : receiveUpload(admission, upload);
}

function createWrongMethodRefusal(method: string, url: string): Refusal {
  return new Refusal({
    status: 405,
    requirement: 'route.unknown',
    subject: 'storage',
    detail: `The storage accepts only PUT, not ${method} ${new URL(url).pathname}.`,
    headers: { allow: 'PUT' },
  });
}

/** The effect of a chaos rule: another response without running the operation, or a broken connection. */
type Disturbance = { readonly replacement: SandboxResponse } | Breaks;

async function disturb(operation: OperationId | undefined, { chaos }: Parts): Promise<Disturbance> {
  const effect = chaos.next(operation);
  switch (effect?.kind) {
    case 'status':
      return { replacement: createStatusResponse(effect) };
    case 'reset':
      // The client sees only the broken connection, not this response.
      return { replacement: { ...jsonResponse(500, {}), breaks: 'before-response' } };
    case 'lost-response':
      return { breaks: 'before-response' };
    case 'truncated-body':
      return { breaks: 'within-body' };
    case 'delay':
      await pause(effect.milliseconds);
      return {};
    default:
      return {};
  }
}

function createStatusResponse({
  status,
  retryAfterSeconds,
}: Extract<ChaosEffect, { readonly kind: 'status' }>): SandboxResponse {
  const response = jsonResponse(status, { message: `A chaos rule answered with ${status}.` });
  return retryAfterSeconds === undefined
    ? response
    : withHeaders(response, { 'retry-after': String(retryAfterSeconds) });
}
