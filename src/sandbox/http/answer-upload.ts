/** One upload from start to end, whichever way its bytes come. */
import type { Answer } from '../present/index.ts';
import { refused, sentOff } from './answer-call.ts';
import type { Receive, SandboxParts, Upload } from '../parts/index.ts';
import { Refusal } from '../readings/index.ts';

/** Either what takes the bytes, or the answer there is without them. */
export type Admission = { readonly receive: Receive } | { readonly answer: Answer };

/** Decides on an upload before its body. */
export async function admit(
  { url, header, method }: Omit<Upload, 'body'> & { readonly method: string },
  parts: SandboxParts,
): Promise<Admission> {
  try {
    if (method !== 'PUT') throw noSuchRoute(method, url);
    return { receive: await parts.admitUpload({ url, header }, parts) };
  } catch (error) {
    return {
      answer: await sentOff(refused(error, url, parts), { operation: 'putFile', url }, parts),
    };
  }
}

/** Takes the bytes and answers. */
export async function take(
  receive: Receive,
  { url, body }: Pick<Upload, 'url' | 'body'>,
  parts: SandboxParts,
): Promise<Answer> {
  const answer = await receive(body).catch((error: unknown) => refused(error, url, parts));
  return sentOff(answer, { operation: 'putFile', url }, parts);
}

/** An upload whose body is at hand: let in or not, taken, answered. */
export async function answerUpload(
  upload: Upload & { readonly method: string },
  parts: SandboxParts,
): Promise<Answer> {
  const admission = await admit(upload, parts);
  return 'answer' in admission ? admission.answer : take(admission.receive, upload, parts);
}

function noSuchRoute(method: string, url: string): Refusal {
  return new Refusal({
    status: 405,
    requirement: 'route.unknown',
    subject: 'storage',
    detail: `Storage takes PUT alone, not ${method} ${new URL(url).pathname}.`,
    invalidParams: [],
    headers: { allow: 'PUT' },
  });
}
