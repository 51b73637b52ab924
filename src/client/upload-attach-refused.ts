/** Settles an attach that was refused: the file may be the book's all the same. */
import { hasFile } from './attached-before.ts';
import { isDistributionError } from './errors.ts';
import type { UploadRun } from './upload-calls.ts';

/** Refusals that say something of the file; with any other, the file may well be attached by a later call. */
const refusals = new Set([400, 404, 409, 410, 412, 422]);

/**
 * @returns undefined where the book has the file, else the refusal
 * @throws what is no such refusal
 */
export async function settled(error: unknown, fileId: string, run: UploadRun): Promise<unknown> {
  const status = isDistributionError(error) ? error.status : undefined;
  if (status === undefined || !refusals.has(status)) throw error;
  const { attributes } = await run.calls.get(run.bookId, run.options);
  return hasFile(attributes.files, fileId) ? undefined : error;
}
