/** A server in its own process: started, asked for its usage, stopped. */
import { fork, type ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../scripts/servers/listen.ts';
import { addressPattern, watchProcess, type ServerProcess } from '../scripts/servers/running.ts';

/** CPU in microseconds since the start of the process, and resident memory in bytes. */
export interface Usage {
  readonly cpu: number;
  readonly memory: number;
}

export interface Child {
  /** The first address that it printed. */
  readonly address: string;
  readonly usage: () => Promise<Usage>;
  readonly end: ServerProcess['end'];
}

const built = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
const bare = fileURLToPath(new URL('./bare.ts', import.meta.url));

const contract = fileURLToPath(new URL('../openapi/distribution.yaml', import.meta.url));
const prismCommand = fileURLToPath(import.meta.resolve('@stoplight/prism-cli'));

/** Loaded before the server. Sends the usage over the channel, which no server here uses otherwise. */
const meter = `
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send({ cpu: user + system, memory: process.memoryUsage.rss() });
  });
  process.on('disconnect', () => process.exit());
  process.channel.unref();
`;
const metered = ['--import', `data:text/javascript,${encodeURIComponent(meter)}`];

/**
 * Starts a bookdist command from the build.
 * @param env its environment; this process's unless given
 */
export async function bookdist(
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<Child> {
  const options = { execArgv: metered, silent: true, ...(env !== undefined && { env }) };
  return listening(fork(built, [...args], options));
}

/** Starts Prism on the contract without output, which is when it is fastest. It then prints no address. */
export async function prism(): Promise<Child> {
  const port = await freePort();
  const options = ['mock', contract, '-p', String(port), '-v', 'silent'];
  const child = fork(prismCommand, options, { execArgv: metered, silent: true });
  const address = `http://127.0.0.1:${port}`;
  while (!(await answers(address))) {
    if (child.exitCode !== null) throw new Error(`Prism ended with ${child.exitCode}`);
    await pause(100);
  }
  return measured(child, watchProcess(child), address);
}

async function answers(address: string): Promise<boolean> {
  return fetch(address).then(
    () => true,
    () => false,
  );
}

/** Starts the bare server, which copies two responses of the sandbox. */
export async function bareServer(copied: readonly string[]): Promise<Child> {
  return listening(
    fork(bare, [...copied], { execArgv: ['--import', 'tsx', ...metered], silent: true }),
  );
}

async function listening(child: ChildProcess): Promise<Child> {
  const running = watchProcess(child);
  return measured(child, running, await running.until(addressPattern));
}

function measured(child: ChildProcess, { end }: ServerProcess, address: string): Child {
  return {
    address,
    usage: async () => {
      const answered = new Promise((resolve) => child.once('message', resolve));
      child.send('usage');
      return usageFrom(await answered);
    },
    end,
  };
}

function usageFrom(message: unknown): Usage {
  if (typeof message === 'object' && message !== null && 'cpu' in message && 'memory' in message) {
    const { cpu, memory } = message;
    if (typeof cpu === 'number' && typeof memory === 'number') return { cpu, memory };
  }
  throw new Error('a server sent something other than its usage');
}
