/** What stops one file on its way; `upload` tells it as an UploadError, which it is made into at the end. */
import { DistributionError } from './errors.ts';
import type { UploadFailure } from './upload-error.ts';

/** What happened, without the file it happened to. */
export type Happened = Omit<UploadFailure, 'file' | 'filename' | 'role'>;

export class Setback extends DistributionError {
  readonly happened: Happened;

  constructor(happened: Happened) {
    super('upload', happened.why, happened);
    this.happened = happened;
  }
}

export function whyChanged(how: string): string {
  return `${how}: it changed during the upload. Nothing was attached; call again when it is at rest.`;
}
