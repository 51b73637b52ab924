/** Runs a program of somebody else to its end, or to its time limit. */
import { spawn } from 'node:child_process';

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
  /** Settings it gets beside the environment. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface Ended {
  /** Undefined when it was ended from outside. */
  readonly code: number | undefined;
  readonly out: string;
}

/** No tool is given longer than this for one run. */
const limit = 300_000;

/** Runs it; a program that outlasts its time is ended with all it started. */
export async function runCommand({ program, args, folder, settings }: Command): Promise<Ended> {
  const named = Object.entries(settings ?? {}).map(([name, value]) => `${name}=${value}`);
  // A group of its own, so that a wrapper's children end with it.
  const child = spawn('env', [...named, program, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (out += text));
  const timer = setTimeout(() => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, limit);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? undefined, out });
    });
  });
}

/** A command as somebody would type it. */
export function asTyped({ program, args, settings }: Command): string {
  const named = Object.entries(settings ?? {}).map(([name, value]) => `${name}=${value}`);
  const words = [...named, program, ...args].map((word) =>
    /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`,
  );
  return words.join(' ');
}
