/** A benchmarked server as a child process: started, asked for its usage, ended. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Served, Usage } from './servers/served.ts';

export interface Child extends Served {
  readonly name: string;
  readonly usage: () => Promise<Usage>;
  readonly end: () => Promise<void>;
}

/** Starts `bench/servers/<name>.ts` and waits until it says where it listens. */
export async function start(name: string, args: readonly string[] = []): Promise<Child> {
  const path = fileURLToPath(new URL(`./servers/${name}.ts`, import.meta.url));
  const child = fork(path, [...args], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const served = await nextMessage<Served>(child);
  return {
    name,
    ...served,
    usage: async () => {
      const told = nextMessage<Usage>(child);
      child.send('usage');
      return told;
    },
    end: async () => {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

/** Both ends of the channel are files of this folder, so the message is taken at its word. */
async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`server ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- see above
      resolve(message as Message);
    });
  });
}
