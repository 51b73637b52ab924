/** Answers a call or an upload: reads it, decides and presents the result. A refusal is an answer too. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, withHeaders, jsonAnswer } from '../present/index.ts';
import { endReview } from '../changes/index.ts';
import type {
  RequestTarget,
  SandboxParts,
  ReceivedRequest,
  ReceiveBytes,
  Upload,
} from '../parts/index.ts';
import { temporaryFailureAnswer } from './failures.ts';
import { readCall } from './read-call.ts';
import { Refusal } from '../readings/index.ts';
import { decodeUtf8 } from '../shapes/index.ts';
import type { OperationId } from '../../contract/operations.ts';
import type { ChaosEffect } from '../chaos/index.ts';

export async function answerCall(request: ReceivedRequest, parts: SandboxParts): Promise<Answer> {
  if (parts.chooseParts === undefined) return answerWith(request, parts);
  const { bodyLimit } = parts.limits;
  let bytes: Promise<Uint8Array | undefined> | undefined;
  // A body on the wire can be read only once.
  const body = (): Promise<Uint8Array | undefined> => (bytes ??= request.body(bodyLimit));
  const text = async () => decodeUtf8((await body()) ?? new Uint8Array());
  const chosenParts = await parts.chooseParts({ ...request, text }, parts);
  return answerWith({ ...request, body }, chosenParts);
}

async function answerWith(request: ReceivedRequest, parts: SandboxParts): Promise<Answer> {
  const { operation, url } = request;
  const disturbance = await disturb(operation, parts);
  if ('replacement' in disturbance) return addDate(disturbance.replacement, parts);
  const answer = await runOperation(request, parts).catch((error: unknown) =>
    answerFailure(error, url, parts),
  );
  return breakConnection(await finishAnswer(answer, { operation, url }, parts), disturbance.breaks);
}

/** Returns the answer of a connection that breaks. */
function breakConnection(answer: Answer, breaks: Answer['breaks'] | undefined): Answer {
  return breaks === undefined ? answer : { ...answer, breaks };
}

/** Adds the Date header, from which clients read the current day; the rules use the same clock. */
function addDate(answer: Answer, { clock }: SandboxParts): Answer {
  return withHeaders(answer, { date: new Date(clock.now()).toUTCString() });
}

/** Applies the changes that every response gets just before it is sent. */
export async function finishAnswer(
  answer: Answer,
  request: RequestTarget,
  parts: SandboxParts,
): Promise<Answer> {
  return parts.transport(addDate(answer, parts), request);
}

async function runOperation(request: ReceivedRequest, parts: SandboxParts): Promise<Answer> {
  const now = parts.clock.now();
  if (now >= parts.store.getNextReview()) await endReviews(now, parts);
  const call = await readCall(request, parts);
  return parts.operations[call.operation](call, parts);
}

async function endReviews(now: number, parts: SandboxParts): Promise<void> {
  for (const bookId of await parts.store.findDueReviews(now)) {
    await endReview(bookId, ({ status }) => parts.rules.afterReview(status), {
      now,
      parts,
      dueBy: now,
    });
  }
}

/** Turns a refusal or a full disk into its answer; any other error is rethrown. */
export function answerFailure(error: unknown, url: string, { present }: SandboxParts): Answer {
  if (error instanceof Refusal) return present.refused(error.parts, { url });
  const answer = temporaryFailureAnswer(error, url);
  if (answer === undefined) throw error;
  return answer;
}

/** Either the function that receives the bytes, or the response that refuses them. */
type Admission =
  | {
      readonly receive: ReceiveBytes;
      readonly parts: SandboxParts;
      readonly breaks?: Answer['breaks'] | undefined;
    }
  | { readonly answer: Answer };

/** Admits or refuses an upload before its body is read. */
export async function admitUploadRequest(
  { url, header, method }: Omit<Upload, 'body'> & { readonly method: string },
  defaultParts: SandboxParts,
): Promise<Admission> {
  const parts = await partsForUpload({ url, header }, defaultParts);
  const disturbance = await disturb('putFile', parts);
  if ('replacement' in disturbance) {
    return { answer: addDate(disturbance.replacement, parts) };
  }
  try {
    if (method !== 'PUT') throw noSuchRoute(method, url);
    const receive = await parts.admitUpload({ url, header }, parts);
    return { receive, parts, breaks: disturbance.breaks };
  } catch (error) {
    return {
      answer: await finishAnswer(
        answerFailure(error, url, parts),
        { operation: 'putFile', url },
        parts,
      ),
    };
  }
}

/** Receives the bytes and returns the response. */
export async function receiveUpload(
  { receive, parts, breaks }: Extract<Admission, { readonly receive: ReceiveBytes }>,
  { url, body }: Pick<Upload, 'url' | 'body'>,
): Promise<Answer> {
  const answer = await receive(body).catch((error: unknown) => answerFailure(error, url, parts));
  return breakConnection(await finishAnswer(answer, { operation: 'putFile', url }, parts), breaks);
}

/** Handles an upload whose body is available in process. */
export async function answerUpload(
  upload: Upload & { readonly method: string },
  parts: SandboxParts,
): Promise<Answer> {
  const admission = await admitUploadRequest(upload, parts);
  return 'answer' in admission ? admission.answer : receiveUpload(admission, upload);
}

async function partsForUpload(
  upload: Omit<Upload, 'body'>,
  parts: SandboxParts,
): Promise<SandboxParts> {
  const request = {
    ...upload,
    operation: 'putFile',
    path: () => undefined,
    text: async () => undefined,
  } as const;
  return parts.chooseParts === undefined ? parts : parts.chooseParts(request, parts);
}

function noSuchRoute(method: string, url: string): Refusal {
  return new Refusal({
    status: 405,
    requirement: 'route.unknown',
    subject: 'storage',
    detail: `Storage takes PUT alone, not ${method} ${new URL(url).pathname}.`,
    headers: { allow: 'PUT' },
  });
}

/** Replaces the call by an answer, or breaks the connection during its own answer. */
type Disturbance =
  | { readonly replacement: Answer }
  | { readonly breaks: Answer['breaks'] | undefined };

/** Applies the chaos rules to a call, and waits if they say so. */
async function disturb(
  operation: OperationId | undefined,
  { chaos }: SandboxParts,
): Promise<Disturbance> {
  const effect = chaos.next(operation);
  switch (effect?.kind) {
    case 'status':
      return { replacement: statusAnswer(effect) };
    case 'reset':
      return { replacement: { ...jsonAnswer(500, {}), breaks: 'before-response' } };
    case 'lost-response':
      return { breaks: 'before-response' };
    case 'truncated-body':
      return { breaks: 'within-body' };
    case 'delay':
      await pause(effect.milliseconds);
      return { breaks: undefined };
    default:
      return { breaks: undefined };
  }
}

function statusAnswer({
  status,
  retryAfterSeconds,
}: Extract<ChaosEffect, { readonly kind: 'status' }>): Answer {
  const answer = jsonAnswer(status, { message: `A chaos rule answered with ${status}.` });
  return retryAfterSeconds === undefined
    ? answer
    : withHeaders(answer, { 'retry-after': String(retryAfterSeconds) });
}
