/** Stops one file of an upload; the call turns it into an UploadError. */
import type { FileFailure } from '../errors/index.ts';

export class FileStopped extends Error {
  readonly failure: FileFailure;

  constructor(failure: FileFailure) {
    super(failure.why);
    this.failure = failure;
  }
}

/** @throws FileStopped always */
export function stopFile(failure: FileFailure): never {
  throw new FileStopped(failure);
}

/** Explains that a file changed, and what to do. */
export function explainChange(how: string): string {
  return `${how}: it changed during the upload. Nothing was attached; call again when it no longer changes.`;
}

/** Not the error's own words: those of a foreign stream may repeat a signed URL. */
export function explainUnreadable(error: unknown): string {
  return `it could not be read to its end${codeOf(error)}`;
}

/** Returns the system's code of an error in brackets, such as ` (ECONNRESET)`, or nothing. */
export function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? ` (${code})` : '';
}
