/** Makes the errors of an upload of what stopped its files. */
import { isDistributionError } from './errors.ts';
import { UploadBatchError, UploadError } from './upload-error.ts';
import type { PlannedFile } from './upload-plan.ts';
import type { UploadResult } from './upload-result.ts';
import { Setback, type Happened } from './upload-setback.ts';

/** The error of one file; what stopped another one, and would stop this one too, keeps it from being begun. */
export function uploadError({ file, filename, role }: PlannedFile, caught: unknown): UploadError {
  return new UploadError({ file, filename, role, ...happenedIn(caught) });
}

function happenedIn(caught: unknown): Happened {
  if (caught instanceof Setback) return caught.happened;
  if (caught instanceof UploadError) {
    const why = `it was not begun, since ${caught.filename} failed with what would fail all.`;
    return { stage: 'read', reason: 'not-begun', why };
  }
  const why = 'it broke off, see the cause.';
  return { stage: 'read', reason: 'unreadable', why, cause: caught };
}

/** A key that is not accepted, or a book that does not exist, is the same for every file. */
export function failsForAll({ stage, cause }: UploadError): boolean {
  if (!isDistributionError(cause)) return false;
  return cause.status === 401 || (stage === 'grant' && cause.status === 404);
}

export function batchError(result: UploadResult): UploadBatchError {
  const first = result.files.find((file) => !file.ok)?.error;
  return new UploadBatchError(result, first ?? result.chaptersError);
}
