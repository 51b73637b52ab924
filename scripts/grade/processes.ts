/** Distributes work to processes of this program: one per core, each taking a new task when it is done. */
import { fork, type Serializable } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

export interface WorkOptions<Done> {
  /** The module each process runs: it answers every task with one message. */
  readonly worker: URL;
  /** Reads an answer; throws at one that is none. */
  readonly read: (message: unknown) => Done;
  readonly onDone: (done: Done) => void;
  readonly signal: AbortSignal;
}

/**
 * Gives each task to the next free process and returns the answers in the order of the tasks.
 * @throws when a process ends before its work does, or when the signal ends it
 */
export async function workedOff<Done>(
  tasks: readonly Serializable[],
  options: WorkOptions<Done>,
): Promise<Done[]> {
  const done = new Map<number, Done>();
  const queue = tasks.map((task, index) => ({ task, index }));
  const lanes = Math.min(availableParallelism(), tasks.length);
  await Promise.all(
    Array.from({ length: lanes }, async () => lane(queue, options, (at, one) => done.set(at, one))),
  );
  return tasks.flatMap((_, index) => {
    const one = done.get(index);
    return one === undefined ? [] : [one];
  });
}

interface Queued {
  readonly task: Serializable;
  readonly index: number;
}

async function lane<Done>(
  queue: Queued[],
  { worker, read, onDone, signal }: WorkOptions<Done>,
  keep: (index: number, done: Done) => void,
): Promise<void> {
  const child = fork(fileURLToPath(worker), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const stop = (): boolean => child.kill();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      let at: Queued | undefined;
      const next = (): void => {
        at = queue.shift();
        if (at === undefined) resolve();
        else child.send(at.task);
      };
      child.on('message', (message) => {
        try {
          const one = read(message);
          if (at !== undefined) keep(at.index, one);
          onDone(one);
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

/** A module beside another one, in a checkout as in the published package. */
export function siblingFile(module: string, name: string): URL {
  return new URL(`./${name}${module.endsWith('.ts') ? '.ts' : '.js'}`, module);
}
