/** One service to judge: a fresh sandbox behind a proxy that counts what is asked of it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countingProxy } from '../../scripts/proof/counting-proxy.ts';
import type { Fault } from '../../src/faults/index.ts';
import { serveSandbox } from '../../src/sandbox/index.ts';
import type { Peer, Target, Told, Tool } from './peer.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Service {
  readonly faults?: readonly Fault[];
  readonly readings?: Readonly<Record<string, string>>;
}

export interface Seen extends Told {
  /** Requests to the service and to its storage, those of hooks and set-ups included. */
  readonly requests: number;
  /** Books that were there afterwards. */
  readonly left: number;
  readonly seconds: number;
}

/** Lets a tool judge a service nobody has used before. */
export async function judgedBy(peer: Peer, tool: Tool, service: Service): Promise<Seen> {
  const served = await serveSandbox(service);
  const proxy = await countingProxy(served.url, served.storageUrl);
  const work = await mkdtemp(join(tmpdir(), 'bookdist-peer-'));
  const began = performance.now();
  try {
    const target: Target = {
      api: `${proxy.address}/v2/distribution`,
      origin: proxy.address,
      key: served.key,
      work,
    };
    const told = await peer.ask(target, tool).catch(failedSetUp);
    // Whoever waits for a tool that breaks off sees that something is wrong.
    const complaints = told.broke === undefined ? told.complaints : ['it broke off'];
    const books = await served.sandbox.books();
    return {
      ...told,
      command: anywhere(told.command, target, tool),
      complaints: [...new Set(complaints)].toSorted(),
      requests: proxy.noted.length,
      left: books.filter(({ deletedAt }) => deletedAt === undefined).length,
      seconds: (performance.now() - began) / 1000,
    };
  } finally {
    await proxy.end();
    await served.close();
    await rm(work, { recursive: true, force: true });
  }
}

/** Hooks and examples need a service that does what they ask of it. */
function failedSetUp(error: unknown): Told {
  return { command: '', complaints: [], broke: `set-up: ${String(error)}` };
}

/** The command without this machine's folders and this run's port. */
function anywhere(command: string, target: Target, tool: Tool): string {
  const named = [
    [target.origin, '$SERVICE'],
    [target.work, '$WORK'],
    [tool.prepared, '$PREPARED'],
    [tool.home, '$HOME_OF_TOOL'],
    [root, ''],
    [process.execPath, 'node'],
  ] as const;
  return named.reduce((text, [from, to]) => text.replaceAll(from, to), command);
}
