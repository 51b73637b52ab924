/** Runs a tool against one service: a fresh sandbox behind a proxy that counts its requests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startCountingProxy } from '../../scripts/proof/counting-proxy.ts';
import type { Fault } from '../../src/faults/index.ts';
import { serveSandbox } from '../../src/sandbox/index.ts';

/** A service under test, as a user of the tool gets it. */
export interface Target {
  /** The origin, without the version prefix; it leads through the proxy. */
  readonly origin: string;
  readonly key: string;
  /** An empty folder for this run. */
  readonly folder: string;
}

export interface ToolRun {
  readonly command: string;
  /** Stable names of what the tool reports, without ids and values of the run. */
  readonly complaints: readonly string[];
  /** Its output, if it stopped without a result. */
  readonly crash?: string;
}

/** A tool that judges a service. */
export interface Peer {
  readonly name: string;
  readonly version: string;
  /** The form in which it reports a problem. */
  readonly reports: string;
  /** The code that a user of the tool writes first. */
  readonly setup: string;
  readonly run: (target: Target) => Promise<ToolRun>;
}

export interface Service {
  readonly faults?: readonly Fault[];
  readonly readings?: Readonly<Record<string, string>>;
}

export interface Judgement extends ToolRun {
  readonly requests: number;
  /** Books that the tool left in the account. */
  readonly booksLeft: number;
  readonly seconds: number;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Starts a service, runs the tool against it, and stops the service. */
export async function judge(peer: Peer, service: Service): Promise<Judgement> {
  const served = await serveSandbox(service);
  const proxy = await startCountingProxy(served.url, served.storageUrl);
  const folder = await mkdtemp(join(tmpdir(), 'bookdist-peer-'));
  const start = performance.now();
  try {
    const run = await peer.run({ origin: proxy.address, key: served.key, folder });
    const complaints = run.crash === undefined ? run.complaints : ['it stopped without a result'];
    const books = await served.sandbox.books();
    return {
      ...run,
      command: run.command
        .replaceAll(proxy.address, '$SERVICE')
        .replaceAll(folder, '$WORK')
        .replaceAll(root, ''),
      complaints: [...new Set(complaints)].toSorted(),
      requests: proxy.noted.length,
      booksLeft: books.filter(({ deletedAt }) => deletedAt === undefined).length,
      seconds: (performance.now() - start) / 1000,
    };
  } finally {
    await proxy.end();
    await served.close();
    await rm(folder, { recursive: true, force: true });
  }
}
