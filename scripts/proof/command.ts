/** Runs the bookdist command as a process. */
import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readReport as readReportFile } from '../../src/cli/output/index.ts';
import type { Report } from '../../src/report/record/index.ts';
import { addressPattern, watchProcess, type ServerProcess } from '../servers/server-process.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const main = join(root, 'src/cli/main.ts');

export interface CommandResult {
  /** Null if a signal ended the process. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface ServedCommand extends Pick<ServerProcess, 'end'> {
  /** The first address that the command printed. */
  readonly address: string;
}

/** The environment of a command. */
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

function start(command: readonly string[], settings: Settings, program = process.execPath) {
  const environment = {
    PATH: process.execPath.replace(/[^/\\]+$/, ''),
    HOME: tmpdir(),
    NO_COLOR: '1',
  };
  return spawn(program, [...command], {
    cwd: root,
    env: { ...environment, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a Node program of this repository and waits for its end. */
export async function runNode(
  command: readonly string[],
  settings: Settings = {},
): Promise<CommandResult> {
  return finish(start(command, settings));
}

async function finish(child: ReturnType<typeof start>): Promise<CommandResult> {
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, out, err }));
  });
}

export interface MeasuredCommand extends CommandResult {
  /** Seconds of CPU time of the program and its children. */
  readonly cpu: number;
  readonly seconds: number;
}

/** Runs a Node program, and measures its time and CPU time. */
export async function measureNode(
  command: readonly string[],
  settings: Settings = {},
): Promise<MeasuredCommand> {
  const startedAt = performance.now();
  const timingScript = '"$@"; code=$?; times >&2; exit $code';
  const result = await finish(
    start(['-c', timingScript, 'bash', process.execPath, ...command], settings, '/bin/bash'),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  // The last line of `times` is about the children: user time and system time.
  const times = [...(result.err.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  const cpu = times.reduce(
    (sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest),
    0,
  );
  return { ...result, cpu, seconds };
}

/** Runs one bookdist command and waits for its end. */
export async function bookdist(
  args: readonly string[],
  settings: Settings = {},
): Promise<CommandResult> {
  return runNode(['--import', 'tsx', main, ...args], settings);
}

/** Starts a bookdist command that runs a server, and waits for the address that it prints. */
export async function startServing(args: readonly string[]): Promise<ServedCommand> {
  const { until: waitForMatch, end } = watchProcess(start(['--import', 'tsx', main, ...args], {}));
  return { address: await waitForMatch(addressPattern), end };
}

/** The options of the sandbox and of verify. */
export interface SandboxRun {
  readonly sandbox: readonly string[];
  readonly verify: readonly string[];
  /** The host name to use (default: `127.0.0.1`). */
  readonly host?: string;
}

/** Starts a sandbox on a free port and verifies it. */
export async function verifySandbox({
  sandbox,
  verify,
  host = '127.0.0.1',
}: SandboxRun): Promise<CommandResult> {
  const server = await startServing(['sandbox', '--port', '0', ...sandbox]);
  try {
    const address = server.address.replace('127.0.0.1', host);
    return await bookdist(['verify', address, ...verify], { DISTRIBUTION_API_KEY: 'sandbox-key' });
  } finally {
    await server.end();
  }
}

/** Creates a folder for the reports of one run. */
export async function createReportsFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'bookdist-proof-'));
}

/** Reads the `report.json` of a run. */
export async function readReport(folder: string): Promise<Report> {
  return readReportFile(join(folder, 'report.json'));
}

/** Returns the ids of the requirements that drift. */
export function listDriftingRequirements({ requirements }: Report): string[] {
  return requirements.filter(({ verdict }) => verdict === 'drifts').map(({ id }) => id);
}
