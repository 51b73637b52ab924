/** Runs a Node program of another package. */
import { spawn } from 'node:child_process';
import { CannotDo, collectOutput } from '../../shell/index.ts';

export interface ProgramRun {
  readonly cwd: string;
  readonly args: readonly string[];
}

/** @throws CannotDo with what the program printed when it failed */
export async function runProgram(
  name: string,
  program: string,
  { cwd, args }: ProgramRun,
): Promise<void> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, said } = await collectOutput(child);
  if (code !== 0) throw new CannotDo(`${name} failed: ${said.trim()}`);
}
