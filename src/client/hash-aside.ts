/** SHA-256 of an open file in a thread of its own, so that neither the program nor other files wait for it. */
import type { Hashed, Hashing } from './hash-source.ts';
import { onAbort } from './on-abort.ts';
import { builtin, type NodeThread } from './upload-builtin.ts';

/**
 * What the thread runs: plain text, since bundlers know no common way to carry a file for a thread. It says how
 * far it is, and at last the hash.
 */
const program = `
  const { createHash } = require('node:crypto');
  const { read } = require('node:fs');
  const { parentPort, workerData } = require('node:worker_threads');
  const hash = createHash('sha256');
  const buffers = [new Uint8Array(2 ** 20), new Uint8Array(2 ** 20)];
  const fill = (turn, position) => new Promise((resolve, reject) => {
    const buffer = buffers[turn % 2];
    read(workerData.fd, buffer, 0, buffer.length, position, (error, length) => {
      if (error) reject(error);
      else resolve(buffer.subarray(0, length));
    });
  });
  (async () => {
    let position = 0;
    let coming = fill(0, position);
    for (let turn = 1; ; turn += 1) {
      const piece = await coming;
      if (piece.length === 0) break;
      position += piece.length;
      coming = fill(turn, position);
      hash.update(piece);
      parentPort.postMessage(position);
    }
    parentPort.postMessage(hash.digest('hex'));
  })();
`;

/**
 * Settles when the thread has ended, so that nobody reads the file any more.
 * @param fd the number of the open file
 * @returns undefined where no thread can be started
 * @throws what reading the file throws
 */
export async function hashAside(fd: number, hashing: Hashing): Promise<Hashed | undefined> {
  const thread = threadFor(fd);
  if (thread === undefined) return undefined;
  const { signal, onBytes } = hashing;
  const end = (): void => void thread.terminate();
  const forget = signal && onAbort(signal, end);
  if (signal?.aborted === true) end();
  let bytes = 0;
  let sha256: string | undefined;
  let failure: unknown = new Error('The thread that hashed the file has ended.');
  thread.on('message', (said) => {
    if (typeof said === 'string') sha256 = said;
    if (typeof said === 'number') onBytes((bytes = said));
  });
  thread.on('error', (error) => {
    failure = error;
  });
  await new Promise<void>((resolve) => thread.on('exit', resolve));
  forget?.();
  if (sha256 === undefined) throw failure;
  return { sha256, bytes };
}

/** Without the flags and variables of the program, which may load much before this begins. */
function threadFor(fd: number): NodeThread | undefined {
  const threads = builtin('node:worker_threads');
  try {
    return (
      threads &&
      new threads.Worker(program, { eval: true, execArgv: [], env: {}, workerData: { fd } })
    );
  } catch {
    // A program may be forbidden to start threads, and it can hash without.
    return undefined;
  }
}
