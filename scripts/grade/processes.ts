/** Distributes the tasks of a grade to processes of this program: one per core, each taking a new task when it is done. */
import { fork, type Serializable } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { listenForInterrupt, createLiveLine, type Shell } from '../../src/cli/shell/index.ts';

const worker = fileURLToPath(new URL('./grade-worker.ts', import.meta.url));

export interface TaskKind<Done> {
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
export async function gradeInProcesses<Done>(
  tasks: readonly Serializable[],
  { noun, isDone, says }: TaskKind<Done>,
  shell: Shell,
): Promise<Done[] | undefined> {
  const interrupt = listenForInterrupt(shell, 'Stopping.');
  const line = createLiveLine(shell);
  const results = new Map<number, Done>();
  const queue = [...tasks.entries()];
  const storeResult = (index: number, message: unknown): void => {
    if (!isDone(message)) throw new Error('A process of the grade answered something else.');
    results.set(index, message);
    line.show(`${results.size}/${tasks.length} ${noun}  ${says(message)}`);
  };
  const workers = Math.min(availableParallelism(), tasks.length);
  try {
    await Promise.all(
      Array.from({ length: workers }, async () => runWorker(queue, storeResult, interrupt.signal)),
    );
    return tasks.flatMap((_, index) => results.get(index) ?? []);
  } catch (error) {
    if (interrupt.signal.aborted) return undefined;
    throw error;
  } finally {
    line.end();
    interrupt.release();
  }
}

async function runWorker(
  queue: [number, Serializable][],
  storeResult: (index: number, message: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  const child = fork(worker, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const stop = (): boolean => child.kill();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      let current = 0;
      const next = (): void => {
        const [index, task] = queue.shift() ?? [];
        if (index === undefined || task === undefined) return resolve();
        current = index;
        child.send(task);
      };
      child.on('message', (message) => {
        try {
          storeResult(current, message);
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
