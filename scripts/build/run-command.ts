/** Runs a command to its end and returns its output. */
import { execFile } from 'node:child_process';

export interface CommandOutput {
  readonly out: string;
  readonly err: string;
}

/**
 * Runs a program in a folder, without a shell.
 * @throws Error with the end of its output if it exits with a code other than 0
 */
export async function runCommand(
  folder: string,
  program: string,
  args: readonly string[],
): Promise<CommandOutput> {
  return new Promise((resolve, reject) => {
    execFile(program, [...args], { cwd: folder, maxBuffer: 64 << 20 }, (error, out, err) => {
      if (error === null) return resolve({ out, err });
      const title = `${program} ${args.join(' ')}: expected exit 0, got ${error.code}.`;
      return reject(new Error(`${title}\n${`${out}\n${err}`.trim().slice(-4000)}`));
    });
  });
}
