/** The two errors of a command, each with an exit code; and the run of another program. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

/** Wrong usage or configuration: exit code 2. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** The command line is right but cannot be carried out: exit code 3. */
export class CannotDo extends Error {
  override readonly name = 'CannotDo';
}

/**
 * Runs a function that reads a file or setting of the user.
 * @param errorClass errors of this class become WrongUsage, because the user can fix them
 */
export function readOrWrongUsage<Result>(
  errorClass: new (...args: never[]) => Error,
  read: () => Result,
): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof errorClass ? new WrongUsage(error.message) : error;
  }
}

export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface Program {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd?: string;
}

/**
 * Runs a Node program to its end.
 * @throws CannotDo with the program's output if it failed
 */
export async function runProgram({ name, file, args, cwd }: Program): Promise<void> {
  const child = spawn(process.execPath, [file, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, output } = await collectOutput(child);
  if (code !== 0) throw new CannotDo(`${name} failed: ${output.trim()}`);
}

/**
 * Waits for a child process to end, and collects its output to stdout and stderr in the order of arrival.
 * @returns its output and its exit code, which is null if a signal ended the process
 * @throws if the process cannot be started
 */
export async function collectOutput(
  child: ChildProcessByStdio<null, Readable, Readable>,
): Promise<{ readonly code: number | null; readonly output: string }> {
  let output = '';
  const append = (text: string): void => void (output += text);
  child.stdout.setEncoding('utf8').on('data', append);
  child.stderr.setEncoding('utf8').on('data', append);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
