/** Answers one upload. */
import type { Answer } from '../present/index.ts';
import { broken, dated, refused, sentOff } from './answer-call.ts';
import { disturb } from './disturb.ts';
import type { Receive, SandboxParts, Upload } from '../parts/index.ts';
import { Refusal } from '../readings/index.ts';

/** Either the function that takes the bytes, with the parts that admitted them, or the answer. */
export type Admission =
  | {
      readonly receive: Receive;
      readonly parts: SandboxParts;
      readonly breaks?: Answer['breaks'] | undefined;
    }
  | { readonly answer: Answer };

/** Admits or refuses an upload before its body is read. */
export async function admit(
  { url, header, method }: Omit<Upload, 'body'> & { readonly method: string },
  made: SandboxParts,
): Promise<Admission> {
  const parts = await partsForUpload({ url, header }, made);
  const disturbed = await disturb('putFile', parts);
  if ('instead' in disturbed) {
    return { answer: dated(disturbed.instead, parts) };
  }
  try {
    if (method !== 'PUT') throw noSuchRoute(method, url);
    const receive = await parts.admitUpload({ url, header }, parts);
    return { receive, parts, breaks: disturbed.breaks };
  } catch (error) {
    return {
      answer: await sentOff(refused(error, url, parts), { operation: 'putFile', url }, parts),
    };
  }
}

/** Takes the bytes and answers. */
export async function take(
  { receive, parts, breaks }: Extract<Admission, { readonly receive: Receive }>,
  { url, body }: Pick<Upload, 'url' | 'body'>,
): Promise<Answer> {
  const answer = await receive(body).catch((error: unknown) => refused(error, url, parts));
  return broken(await sentOff(answer, { operation: 'putFile', url }, parts), breaks);
}

/** Answers an upload whose body is at hand. */
export async function answerUpload(
  upload: Upload & { readonly method: string },
  parts: SandboxParts,
): Promise<Answer> {
  const admission = await admit(upload, parts);
  return 'answer' in admission ? admission.answer : take(admission, upload);
}

async function partsForUpload(
  upload: Omit<Upload, 'body'>,
  parts: SandboxParts,
): Promise<SandboxParts> {
  const incoming = {
    ...upload,
    operation: 'putFile',
    path: () => undefined,
    text: async () => undefined,
  } as const;
  return parts.chooseParts === undefined ? parts : parts.chooseParts(incoming, parts);
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
