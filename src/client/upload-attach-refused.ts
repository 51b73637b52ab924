/** Settles an attach that failed: the file may be the book's all the same. */
import { hasFile } from './attached-before.ts';
import { isDistributionError } from './errors.ts';
import type { UploadRun } from './upload-calls.ts';
import { Setback } from './upload-setback.ts';

/** Refusals that say something of the file; with any other, the file may well be attached by a later call. */
const refusals = new Set([400, 404, 409, 410, 412, 422]);

/**
 * A refusal may answer a second attempt of which the first was lost: hence the look.
 * @returns undefined where the book has the file, else the refusal
 * @throws Setback where the failure, or that of the look, tells nothing of the file
 */
export async function settled(error: unknown, fileId: string, run: UploadRun): Promise<unknown> {
  const status = isDistributionError(error) ? error.status : undefined;
  if (status === undefined || !refusals.has(status)) throw unknown(error);
  try {
    const { attributes } = await run.calls.get(run.bookId, run.options);
    return hasFile(attributes.files, fileId) ? undefined : error;
  } catch (cause) {
    throw unknown(cause);
  }
}

function unknown(cause: unknown): Setback {
  const why =
    'the bytes were sent, but attaching them failed. A call with a journal goes on from here.';
  return new Setback({ stage: 'attach', reason: 'service', why, cause });
}
