/** What stops a file at its source: it cannot be read, or is not what it was. Loaded once that happens. */
import { Setback, whyChanged } from './upload-setback.ts';
import { codeIn, whyUnreadable } from './upload-why.ts';

export function notOpened(error: unknown): Setback {
  const why = `it could not be opened${codeIn(error)}.`;
  return new Setback({ stage: 'read', reason: 'unreadable', why });
}

export function notThere(): Setback {
  const why = whyChanged('it is no longer there');
  return new Setback({ stage: 'read', reason: 'changed', why });
}

export function notRead(error: unknown): Setback {
  return new Setback({ stage: 'hash', reason: 'unreadable', why: whyUnreadable(error) });
}

export function notTheSame(stage: 'hash' | 'put'): Setback {
  const why = whyChanged('it is not what it was before');
  return new Setback({ stage, reason: 'changed', why });
}

/** Of more bytes than were told it may be Node that told wrong: it does so of a large file's Blob. */
export function notItsSize(bytes: number, size: number): Setback {
  const how = `it has ${bytes} bytes where ${size} were told`;
  const why = bytes > size ? `${how}. Give a large file by its path.` : whyChanged(how);
  return new Setback({ stage: 'hash', reason: 'changed', why });
}
