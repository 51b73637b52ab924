/** Settles an attach that was refused after an answer was lost: the lost one may have worked. */
import { isMessageError, isProblemError } from './error-guards.ts';
import type { Answered, Begun, Line } from './line.ts';
import { bookOrNull, readBook } from './look.ts';
import type { Trace } from './sending.ts';

export interface LostAttach {
  readonly id: string;
  readonly fileId: string;
  readonly call: Begun;
  readonly trace: Trace;
}

/** @throws the refusal, where the book does not have the file */
export async function attachedBefore(
  line: Line,
  { id, fileId, call, trace }: LostAttach,
  refusal: unknown,
): Promise<Answered<void>> {
  if (!isProblemError(refusal) && !isMessageError(refusal)) throw refusal;
  const { data, response } = await readBook(line, id, { call, as: bookOrNull });
  if (!hasFile(data?.attributes.files, fileId)) throw refusal;
  return { data: undefined, response, attempts: trace.attempts };
}

/** The fields of an entry are not shown (document: Book), so the id is looked for in all of them. */
export function hasFile(files: unknown, fileId: string): boolean {
  return JSON.stringify(files ?? []).includes(JSON.stringify(fileId));
}
