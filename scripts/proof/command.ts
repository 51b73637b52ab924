/** Runs the bookdist command as a process. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const main = join(root, 'src/cli/main.ts');

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  /** The first address the command printed. */
  readonly address: string;
  readonly end: () => Promise<void>;
}

/** The only settings that a command gets from the environment. */
export type Settings = Readonly<
  Partial<
    Record<
      | 'DISTRIBUTION_URL'
      | 'DISTRIBUTION_API_KEY'
      | 'DISTRIBUTION_ALLOW'
      | 'REDOCLY_TELEMETRY'
      | 'REDOCLY_SUPPRESS_UPDATE_NOTICE',
      string
    >
  >
>;

function start(command: readonly string[], settings: Settings) {
  const kept = { PATH: process.execPath.replace(/[^/\\]+$/, ''), HOME: tmpdir(), NO_COLOR: '1' };
  return spawn(process.execPath, [...command], {
    cwd: root,
    env: { ...kept, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a Node program of this repository and waits for its end. */
export async function node(command: readonly string[], settings: Settings = {}): Promise<Ended> {
  const child = start(command, settings);
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
  });
}

/** Runs one bookdist command and waits for its end. */
export async function bookdist(args: readonly string[], settings: Settings = {}): Promise<Ended> {
  return node(['--import', 'tsx', main, ...args], settings);
}

/** Starts a bookdist command that serves, and waits for the address it prints. */
export async function serving(args: readonly string[]): Promise<Running> {
  const child = start(['--import', 'tsx', main, ...args], {});
  let output = '';
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    const hear = (text: string): void => {
      output += text;
      const found = /https?:\/\/[\w.:[\]-]+/.exec(output)?.[0];
      if (found !== undefined) resolve(found);
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.once('close', (code) => {
      reject(
        new Error(`bookdist ${args.join(' ')} ended with ${code} before it listened:\n${output}`),
      );
    });
  });
  return {
    address,
    end: async () => {
      child.kill('SIGTERM');
      await closed;
    },
  };
}

/** Creates a folder for the reports of one run. */
export async function reportsFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'bookdist-proof-'));
}

/** Reads the `report.json` of a run. */
export async function reportIn(folder: string): Promise<unknown> {
  const report: unknown = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
  return report;
}
