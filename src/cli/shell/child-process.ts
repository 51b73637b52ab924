/** What a child process said, and how it ended. */
import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';

export interface Ended {
  /** Null where a signal ended it. */
  readonly code: number | null;
  /** Output and errors in the order in which they came. */
  readonly said: string;
}

/**
 * Listens to a child until it ends.
 * @throws when it could not be started
 */
export async function collectOutput(
  child: ChildProcessByStdio<null, Readable, Readable>,
): Promise<Ended> {
  let said = '';
  const hear = (text: string): void => void (said += text);
  child.stdout.setEncoding('utf8').on('data', hear);
  child.stderr.setEncoding('utf8').on('data', hear);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, said }));
  });
}
