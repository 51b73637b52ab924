/** Answers one request: reads it, decides and presents the result. A refusal is an answer too. */
import { type Answer, withHeaders } from '../present/index.ts';
import { endReview } from '../changes/index.ts';
import type { AskedFor, SandboxParts, ReceivedRequest } from '../parts/index.ts';
import { disturb } from './disturb.ts';
import { passingFailureAnswer } from './failures.ts';
import { readCall } from './read-call.ts';
import { Refusal } from '../readings/index.ts';
import { decodeUtf8 } from '../shapes/index.ts';

export async function answerCall(asked: ReceivedRequest, parts: SandboxParts): Promise<Answer> {
  if (parts.chooseParts === undefined) return answered(asked, parts);
  const { bodyLimit } = parts.measures;
  let read: Promise<Uint8Array | undefined> | undefined;
  // A body on the wire can be read only once.
  const body = (): Promise<Uint8Array | undefined> => (read ??= asked.body(bodyLimit));
  const text = async () => decodeUtf8((await body()) ?? new Uint8Array());
  const chosen = await parts.chooseParts({ ...asked, text }, parts);
  return answered({ ...asked, body }, chosen);
}

async function answered(asked: ReceivedRequest, parts: SandboxParts): Promise<Answer> {
  const { operation, url } = asked;
  const disturbed = await disturb(operation, parts);
  if ('instead' in disturbed) return dated(disturbed.instead, parts);
  const answer = await decided(asked, parts).catch((error: unknown) => refused(error, url, parts));
  return broken(await sentOff(answer, { operation, url }, parts), disturbed.breaks);
}

/** Returns the answer of a connection that breaks. */
export function broken(answer: Answer, breaks: Answer['breaks'] | undefined): Answer {
  return breaks === undefined ? answer : { ...answer, breaks };
}

/** Adds the Date header: clients take today from there, and it must be the day the rules go by. */
export function dated(answer: Answer, { clock }: SandboxParts): Answer {
  return withHeaders(answer, { date: new Date(clock.now()).toUTCString() });
}

/** Applies what changes a response just before it is sent. */
export async function sentOff(
  answer: Answer,
  asked: AskedFor,
  parts: SandboxParts,
): Promise<Answer> {
  return parts.transport(dated(answer, parts), asked);
}

async function decided(asked: ReceivedRequest, parts: SandboxParts): Promise<Answer> {
  const now = parts.clock.now();
  if (now >= parts.store.nextReview()) await endReviews(now, parts);
  const call = await readCall(asked, parts);
  return parts.operations[call.operation](call, parts);
}

async function endReviews(now: number, parts: SandboxParts): Promise<void> {
  for (const bookId of await parts.store.dueReviews(now)) {
    await endReview(bookId, ({ status }) => parts.rules.afterReview(status), {
      now,
      parts,
      dueBy: now,
    });
  }
}

/** Turns a refusal or a full disk into its answer; any other error is rethrown. */
export function refused(error: unknown, url: string, { present }: SandboxParts): Answer {
  if (error instanceof Refusal) return present.refused(error.parts, { url });
  const answer = passingFailureAnswer(error, url);
  if (answer === undefined) throw error;
  return answer;
}
