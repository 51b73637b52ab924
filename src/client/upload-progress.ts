/** Tells how an upload gets on, often enough to draw a bar and not so often as to slow it down. */
import type { FileRole } from './book.ts';

/** How far one file is. */
export interface UploadProgress {
  /** Its place in the list that was given, from 0. */
  readonly file: number;
  readonly filename: string;
  readonly role: FileRole;
  readonly stage: 'hash' | 'grant' | 'put' | 'attach' | 'done' | 'failed';
  /** How often its bytes were begun to be sent; 0 before. With each attempt `bytes` begins at 0 again. */
  readonly attempt: number;
  /** Of the stages `hash` and `put`: how many bytes were read, or taken by the network. */
  readonly bytes: number;
  readonly size: number;
}

const leastMs = 100;

/** Passes on what matters: each new stage or attempt, each end of the bytes, and else ten a second per file. */
export function throttled(
  tell: (progress: UploadProgress) => void,
  now: () => number,
): (progress: UploadProgress) => void {
  const last = new Map<number, { readonly step: string; readonly at: number }>();
  return (progress) => {
    const { file, stage, attempt, bytes, size } = progress;
    const [step, at, before] = [`${stage} ${attempt}`, now(), last.get(file)];
    const soon = before !== undefined && at - before.at < leastMs;
    if (before?.step === step && bytes < size && soon) return;
    last.set(file, { step, at });
    try {
      tell(progress);
    } catch {
      // A listener that throws breaks its own picture, not the upload.
    }
  };
}
