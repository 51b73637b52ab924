/** Reads what came instead of a success when bytes were sent: a refusal of the storage, or no answer at all. */
import { retryAfterOf } from './retry-after.ts';
import { beginningOf } from './upload-answer-text.ts';
import { BodyFault } from './upload-body-fault.ts';
import type { Sent } from './upload-put.ts';
import { storageCodeOf, verdictOf } from './upload-storage-answer.ts';
import { codeIn, whyUnreadable } from './upload-why.ts';

/** What an answer of the storage that is no success comes to. */
export async function refusalOf(response: Response, now: number): Promise<Sent> {
  const answer = { status: response.status, text: await beginningOf(response) };
  const code = storageCodeOf(answer);
  return {
    verdict: verdictOf(answer),
    status: answer.status,
    code,
    retryAfterMs: retryAfterOf(response.headers, now),
    why: `the storage answered ${answer.status}${code === undefined ? '' : ` ${code}`}`,
  };
}

/** Of what `fetch` rejected with, nothing is repeated but a code. */
export function whyFailed(error: unknown): Sent {
  if (error instanceof BodyFault) return { verdict: error.verdict, why: error.message };
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && /redirect/i.test(cause.message)) {
    return { verdict: 'final', why: 'the storage redirects, which is not followed' };
  }
  const code = codeIn(cause) || codeIn(error);
  // What a Blob in a page says when its file changed on disk.
  if (error instanceof Error && error.name === 'NotReadableError') {
    return { verdict: 'unreadable', why: whyUnreadable(error) };
  }
  return { verdict: 'broken', why: `the connection to the storage broke off${code}` };
}
