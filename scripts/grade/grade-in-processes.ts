/** Distributes the work of a grade to processes of this program, with a live line and an orderly end. */
import type { Serializable } from 'node:child_process';
import { listenForInterrupt, liveLine, type Shell } from '../../src/cli/shell/index.ts';
import { siblingFile, workedOff } from './processes.ts';

export interface Graded<Done> {
  /** The name of a task on the live line. */
  readonly noun: string;
  /** True if a message is a result; anything else is a bug. */
  readonly isDone: (message: unknown) => message is Done;
  /** The text of the live line for a task that is done. */
  readonly says: (done: Done) => string;
}

/** Gives each task to a process of the grade. Returns undefined when it was interrupted. */
export async function gradedBeside<Done>(
  tasks: readonly Serializable[],
  { noun, isDone, says }: Graded<Done>,
  shell: Shell,
): Promise<Done[] | undefined> {
  const interrupt = listenForInterrupt(shell, 'Stopping.');
  const line = liveLine(shell);
  let finished = 0;
  try {
    return await workedOff(tasks, {
      worker: siblingFile(import.meta.url, 'grade-worker'),
      read: (message) => {
        if (isDone(message)) return message;
        throw new Error('A process of the grade answered something else.');
      },
      onDone: (done) => {
        finished += 1;
        line.show(`${finished}/${tasks.length} ${noun}  ${says(done)}`);
      },
      signal: interrupt.signal,
    });
  } catch (error) {
    if (interrupt.signal.aborted) return undefined;
    throw error;
  } finally {
    line.end();
    interrupt.release();
  }
}
