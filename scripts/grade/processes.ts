/** Distributes the tasks of a grade to processes of this program: one per core, each taking a new task when it is done. */
import { fork, type Serializable } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { listenForInterrupt, createLiveLine, type Shell } from '../../src/cli/shell/index.ts';

const worker = fileURLToPath(new URL('./grade-worker.ts', import.meta.url));

export interface Graded<Done> {
  /** The name of a task on the live line. */
  readonly noun: string;
  /** True if a message is a result; anything else is a bug. */
  readonly isDone: (message: unknown) => message is Done;
  /** The text of the live line for a task that is done. */
  readonly says: (done: Done) => string;
}

/**
 * Gives each task to the next free process and returns the results in the order of the tasks.
 * @returns undefined when it was interrupted
 * @throws when a process ends before its work does
 */
export async function gradedBeside<Done>(
  tasks: readonly Serializable[],
  { noun, isDone, says }: Graded<Done>,
  shell: Shell,
): Promise<Done[] | undefined> {
  const interrupt = listenForInterrupt(shell, 'Stopping.');
  const line = createLiveLine(shell);
  const done = new Map<number, Done>();
  const queue = [...tasks.entries()];
  const keep = (index: number, message: unknown): void => {
    if (!isDone(message)) throw new Error('A process of the grade answered something else.');
    done.set(index, message);
    line.show(`${done.size}/${tasks.length} ${noun}  ${says(message)}`);
  };
  const lanes = Math.min(availableParallelism(), tasks.length);
  try {
    await Promise.all(
      Array.from({ length: lanes }, async () => lane(queue, keep, interrupt.signal)),
    );
    return tasks.flatMap((_, index) => done.get(index) ?? []);
  } catch (error) {
    if (interrupt.signal.aborted) return undefined;
    throw error;
  } finally {
    line.end();
    interrupt.release();
  }
}

async function lane(
  queue: [number, Serializable][],
  keep: (index: number, message: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  const child = fork(worker, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const stop = (): boolean => child.kill();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      let at = 0;
      const next = (): void => {
        const [index, task] = queue.shift() ?? [];
        if (index === undefined || task === undefined) return resolve();
        at = index;
        child.send(task);
      };
      child.on('message', (message) => {
        try {
          keep(at, message);
          next();
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
      child.once('exit', (code, killed) => {
        reject(new Error(`A process of the grade ended early (${killed ?? code}).`));
      });
      next();
    });
  } finally {
    signal.removeEventListener('abort', stop);
    child.removeAllListeners('exit');
    child.kill();
  }
}
