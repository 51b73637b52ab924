/** Starts a version of the service with the user's command, and ends it with all its processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { collectEnd, endGroup } from '../../caller/index.ts';
import { CannotDo } from '../shell/index.ts';

export interface StartSettings {
  /** The address at which the version will respond. */
  readonly address: URL;
  /** The command of `--start` for this version. */
  readonly start: string;
  /** The command of `--stop` for this version; undefined if ending the processes is enough. */
  readonly stop: string | undefined;
  /** Milliseconds. */
  readonly wait: number;
  readonly signal: AbortSignal;
}

/** The version could not be started; the message ends with what the command printed. */
export class CannotStartVersion extends Error {
  override readonly name = 'CannotStartVersion';
}

const pollInterval = 100;

/** Milliseconds that a version may take to end after SIGTERM. */
const endLimit = 10_000;

/**
 * Starts a version and waits until something listens at its address.
 * @returns a function that ends the version, and waits until nothing listens there
 * @throws CannotDo if something listens at the address before, so that another service would be tested
 * @throws CannotStartVersion if the command fails, or nothing listens in time
 */
export async function startVersion(settings: StartSettings): Promise<() => Promise<void>> {
  const { address, start, stop, wait, signal } = settings;
  if (await isListening(address))
    throw new CannotDo(
      `Something already listens at ${address.origin}. End it first, because --start starts the versions there.`,
    );
  const child = runInShell(start);
  const output = collectEnd(child);
  const end = async (): Promise<void> => {
    await endProcesses(child, stop);
    if (await waitUntil(async () => !(await isListening(address)), endLimit)) return;
    throw new CannotDo(
      `Something still listens at ${address.origin} after "${start}" ended. Name the command that ends it with --stop.`,
    );
  };
  const hasFailed = (): boolean => child.exitCode !== null && child.exitCode !== 0;
  const isOver = async (): Promise<boolean> =>
    hasFailed() || signal.aborted || (await isListening(address));
  const isInTime = await waitUntil(isOver, wait);
  if (isInTime && !hasFailed()) return end;
  await end();
  const reason = isInTime
    ? `"${start}" ended with ${child.exitCode}`
    : `nothing listens at ${address.origin} after ${wait / 1000} s`;
  throw new CannotStartVersion([reason, output().trim()].filter(Boolean).join(': '));
}

/** Runs a command in a process group of its own, so that everything it starts can be ended with it. */
function runInShell(command: string): ChildProcess {
  return spawn(command, {
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
}

async function endProcesses(child: ChildProcess, stop: string | undefined): Promise<void> {
  if (stop !== undefined) await once(runInShell(stop), 'exit');
  endGroup(child, 'SIGTERM');
  const hasEnded = async (): Promise<boolean> =>
    Promise.resolve(child.exitCode !== null || child.signalCode !== null);
  await waitUntil(hasEnded, endLimit);
  endGroup(child, 'SIGKILL');
}

async function isListening({ hostname, port, protocol }: URL): Promise<boolean> {
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
  });
  return new Promise((resolve) => {
    const answer = (result: boolean) => (): void => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', answer(true)).once('error', answer(false));
  });
}

/** Returns whether the condition became true within the limit. */
async function waitUntil(condition: () => Promise<boolean>, limit: number): Promise<boolean> {
  const deadline = performance.now() + limit;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await pause(pollInterval);
  }
  return true;
}
