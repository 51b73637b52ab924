/** A server as a process of its own: started, asked what it has used so far, ended. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** CPU in microseconds since the process began, and resident memory in bytes. */
export interface Usage {
  readonly cpu: number;
  readonly memory: number;
}

export interface Child {
  /** The first address it printed. */
  readonly address: string;
  readonly usage: () => Promise<Usage>;
  readonly end: () => Promise<void>;
}

const built = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
const bare = fileURLToPath(new URL('./bare.ts', import.meta.url));

/** Loaded before the server: answers over the channel, which no server here uses for anything else. */
const meter = `
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send({ cpu: user + system, memory: process.memoryUsage.rss() });
  });
  process.on('disconnect', () => process.exit());
  process.channel.unref();
`;
const metered = ['--import', `data:text/javascript,${encodeURIComponent(meter)}`];

/** Starts a bookdist command as it is published. */
export async function bookdist(args: readonly string[]): Promise<Child> {
  return listening(fork(built, [...args], { execArgv: metered, silent: true }));
}

/** Starts the bare server, which copies two answers of the sandbox. */
export async function bareServer(copied: readonly string[]): Promise<Child> {
  return listening(
    fork(bare, [...copied], { execArgv: ['--import', 'tsx', ...metered], silent: true }),
  );
}

async function listening(child: ChildProcess): Promise<Child> {
  const gone = once(child, 'exit');
  child.stderr?.resume();
  const address = await firstAddress(child);
  child.stdout?.resume();
  return {
    address,
    usage: async () => {
      const told = new Promise((resolve) => child.once('message', resolve));
      child.send('usage');
      return usageFrom(await told);
    },
    end: async () => {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

async function firstAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let told = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      told += chunk.toString();
      const found = /https?:\/\/[\w.:[\]-]+/.exec(told)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`it ended with ${code}. ${told}`)));
  });
}

function usageFrom(message: unknown): Usage {
  if (typeof message === 'object' && message !== null && 'cpu' in message && 'memory' in message) {
    const { cpu, memory } = message;
    if (typeof cpu === 'number' && typeof memory === 'number') return { cpu, memory };
  }
  throw new Error('a server told something else than its usage');
}
