/** Answers requests and uploads: runs the operation and returns its response, which may be a refusal. */
import { type SandboxResponse, withHeaders } from '../present/index.ts';
import { endReview } from '../changes.ts';
import type {
  Call,
  IncomingRequest,
  RequestTarget,
  Parts,
  KeyedRequest,
  WireRequest,
} from '../replaceable-parts/index.ts';
import { bodyLimit } from './read-body.ts';
import { disturbResponse, disturbWork, findEffect } from './disturb.ts';
import { readCall } from './read-call.ts';
import { Refusal } from '../readings/index.ts';
import { decodeUtf8 } from '../shapes/index.ts';

export async function answerRequest(request: KeyedRequest, parts: Parts): Promise<SandboxResponse> {
  let bytes: Promise<Uint8Array | undefined> | undefined;
  // The body can be read from the connection only once, but both the choice of parts and the operation need it.
  const body = (): Promise<Uint8Array | undefined> => (bytes ??= request.body(bodyLimit));
  const text = async () => decodeUtf8((await body()) ?? new Uint8Array());
  return answer({ ...request, text }, parts, (chosen) =>
    runOperation({ ...request, body }, chosen),
  );
}

/** Runs an operation with the parts and under the chaos rules for its request. */
async function answer(
  request: IncomingRequest,
  defaultParts: Parts,
  run: (parts: Parts) => Promise<SandboxResponse>,
): Promise<SandboxResponse> {
  const parts = (await defaultParts.chooseParts?.(request, defaultParts)) ?? defaultParts;
  const effect = await findEffect(request, parts);
  const replacement = await disturbWork(effect);
  if (replacement !== undefined) return addDate(replacement, parts);
  const { operation, url } = request;
  const response = await run(parts).catch((error: unknown) => presentError(error, url, parts));
  return disturbResponse(await finishResponse(response, { operation, url }, parts), effect);
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
  const call = await readCall(request, parts);
  if (call.now >= parts.store.getNextReview()) await endReviews(call, parts);
  return parts.operations[call.operation](call, parts);
}

/** Ends the due reviews of one account, because each account may have its own clock. */
async function endReviews({ now, account }: Call, parts: Parts): Promise<void> {
  for (const bookId of await parts.store.findDueReviews(now, account.id)) {
    await endReview(bookId, ({ status }) => parts.rules.getStatusAfterReview(status), {
      now,
      parts,
      dueBy: now,
    });
  }
}

/** Returns the response to a refusal. Rethrows any other error. */
export function presentError(error: unknown, url: string, { present }: Parts): SandboxResponse {
  if (error instanceof Refusal) return present.refusal(error.parts, { url });
  throw error;
}

/** @param onAdmitted called before the body is read, unless the upload is refused without its body */
export async function answerUpload(
  upload: WireRequest,
  defaultParts: Parts,
  onAdmitted?: () => void,
): Promise<SandboxResponse> {
  const nothing = { path: () => undefined, text: async () => undefined };
  const request: IncomingRequest = { ...upload, ...nothing, operation: 'putFile' };
  return answer(request, defaultParts, async (parts) => {
    const { method, url } = upload;
    if (method !== 'PUT') {
      const detail = `The storage accepts only PUT, not ${method} ${new URL(url).pathname}.`;
      const refusal = { status: 405, requirement: 'route.unknown', subject: 'storage' } as const;
      throw new Refusal({ ...refusal, detail, headers: { allow: 'PUT' } });
    }
    const receive = await parts.admitUpload(upload, parts);
    onAdmitted?.();
    return receive(upload.body);
  });
}
