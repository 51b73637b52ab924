/** Runs a command to its end and returns its output. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export interface CommandOutput {
  readonly out: string;
  readonly err: string;
}

/**
 * Runs a program in a folder, without a shell.
 * @throws Error with its output if it exits with a code other than 0 or takes ten minutes
 */
export async function runCommand(
  folder: string,
  program: string,
  args: readonly string[],
): Promise<CommandOutput> {
  try {
    const limits = { cwd: folder, timeout: 600_000, maxBuffer: 64 << 20 };
    const { stdout, stderr } = await execute(program, args, limits);
    return { out: stdout, err: stderr };
  } catch (error) {
    const readOutput = (key: 'stdout' | 'stderr') =>
      error instanceof Error && key in error ? String(Reflect.get(error, key)) : '';
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'nothing';
    const tail = `${readOutput('stdout')}\n${readOutput('stderr')}`.trim().slice(-4000);
    throw new Error(`${program} ${args.join(' ')}: expected exit 0, got ${code}.\n${tail}`, {
      cause: error,
    });
  }
}

/** Installs packages, from the local cache if possible. */
export async function installPackages(
  folder: string,
  ...packages: readonly string[]
): Promise<void> {
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  await runCommand(folder, 'npm', ['install', ...options, ...packages]);
}
