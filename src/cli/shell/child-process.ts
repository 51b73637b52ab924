/** Collects the output and the exit code of a child process. */
import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';

export interface Ended {
  /** Null if a signal ended it. */
  readonly code: number | null;
  /** stdout and stderr, in the order of arrival. */
  readonly said: string;
}

/**
 * Waits for a child process and returns its output.
 * @throws when it cannot be started
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
