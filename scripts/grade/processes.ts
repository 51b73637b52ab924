/** Distributes the tasks of a grade to processes, one per core. Each process takes a new task when it has finished one. */
import { fork, type Serializable } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { listenForInterrupt, createLiveLine, type Shell } from '../../src/cli/shell/index.ts';

const worker = fileURLToPath(new URL('./grade-worker.ts', import.meta.url));

export interface TaskKind<Result> {
  /** The plural noun for the tasks on the live line. */
  readonly noun: string;
  /** Returns the text of the live line for a result. */
  readonly describe: (result: Result) => string;
  /** The number of processes; one per core by default. */
  readonly workers?: number;
}

/**
 * Gives each task to the next free process. The results have the order of the tasks.
 * @returns the results, or undefined if the run was interrupted
 * @throws Error if a process ends before its task does
 */
export async function gradeInProcesses<Result>(
  tasks: readonly Serializable[],
  { noun, describe, workers = availableParallelism() }: TaskKind<Result>,
  shell: Shell,
): Promise<Result[] | undefined> {
  const interrupt = listenForInterrupt(shell, 'Stopping.');
  const line = createLiveLine(shell);
  const results = new Map<number, Result>();
  const queue = [...tasks.entries()];
  const storeResult = (index: number, message: unknown): void => {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- grade-worker.ts sends nothing but results
    const result = message as Result;
    results.set(index, result);
    line.show(`${results.size}/${tasks.length} ${noun}  ${describe(result)}`);
  };
  const length = Math.min(workers, tasks.length);
  try {
    await Promise.all(
      Array.from({ length }, async () => runWorker(queue, storeResult, interrupt.signal)),
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
      let currentIndex = 0;
      const sendNextTask = (): void => {
        const [index, task] = queue.shift() ?? [];
        if (index === undefined || task === undefined) return resolve();
        currentIndex = index;
        child.send(task);
      };
      child.on('message', (message) => {
        try {
          storeResult(currentIndex, message);
          sendNextTask();
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
      child.once('exit', (code, killSignal) => {
        reject(new Error(`A process of the grade ended early (${killSignal ?? code}).`));
      });
      sendNextTask();
    });
  } finally {
    signal.removeEventListener('abort', stop);
    child.removeAllListeners('exit');
    child.kill();
  }
}
