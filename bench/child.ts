/** Runs a server in its own process, and reads the CPU and memory that it uses. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  addressPattern,
  watchProcess,
  type ServerProcess,
} from '../tests/support/servers/server-process.ts';

/** The CPU time in microseconds since the start of the process, and the resident memory in bytes. */
export interface Usage {
  readonly cpu: number;
  readonly memory: number;
}

export interface Child {
  /** The first address that the server printed. */
  readonly address: string;
  readonly usage: () => Promise<Usage>;
  readonly end: ServerProcess['end'];
}

const builtCommand = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));

/** Runs before the server in its process. Sends the usage over the IPC channel, which the servers do not use. */
const meter = `
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send({ cpu: user + system, memory: process.memoryUsage.rss() });
  });
  process.on('disconnect', () => process.exit());
  process.channel.unref();
`;
const meterOptions = ['--import', `data:text/javascript,${encodeURIComponent(meter)}`];

/**
 * Starts a bookdist command from the build.
 * @param env its environment (default: that of this process)
 */
export async function startBookdist(
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<Child> {
  const options = { execArgv: meterOptions, silent: true, ...(env !== undefined && { env }) };
  return waitForAddress(fork(builtCommand, [...args], options));
}

async function waitForAddress(child: ChildProcess): Promise<Child> {
  const server = watchProcess(child);
  return createChild(child, server, await server.until(addressPattern));
}

function createChild(child: ChildProcess, { end }: ServerProcess, address: string): Child {
  return {
    address,
    usage: async () => {
      const message = new Promise((resolve) => child.once('message', resolve));
      child.send('usage');
      return parseUsage(await message);
    },
    end,
  };
}

function parseUsage(message: unknown): Usage {
  if (typeof message === 'object' && message !== null && 'cpu' in message && 'memory' in message) {
    const { cpu, memory } = message;
    if (typeof cpu === 'number' && typeof memory === 'number') return { cpu, memory };
  }
  throw new Error('a server sent something other than its usage');
}
