/** Runs a tool against a new sandbox, behind a proxy that counts the requests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startCountingProxy } from '../../scripts/proof/counting-proxy.ts';
import type { Fault } from '../../src/faults/index.ts';
import { serveSandbox } from '../../src/sandbox/index.ts';

export interface Target {
  /** The origin of the proxy, without the path prefix of the service. */
  readonly origin: string;
  readonly key: string;
  /** An empty folder for this run. */
  readonly folder: string;
}

export interface ToolRun {
  readonly command: string;
  /** The kinds of problem that the tool reports, without ids or other values that change between runs. */
  readonly complaints: readonly string[];
  /** The output of the tool, if it stopped without a result. */
  readonly crash?: string;
}

/** A tool that judges a service. */
export interface Tool {
  readonly name: string;
  readonly version: string;
  /** How the tool reports a problem: the end of a sentence in results.md. */
  readonly problemFormat: string;
  /** What a user of the tool must provide: the end of a sentence in results.md. */
  readonly setup: string;
  readonly run: (target: Target) => Promise<ToolRun>;
}

/** The faults and readings of a sandbox. */
export interface ServiceOptions {
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

/** Starts a service, runs a tool against it, and stops the service. */
export async function judge(tool: Tool, options: ServiceOptions): Promise<Judgement> {
  const server = await serveSandbox(options);
  const proxy = await startCountingProxy(server.url, server.storageUrl);
  const folder = await mkdtemp(join(tmpdir(), 'bookdist-peer-'));
  const start = performance.now();
  try {
    const run = await tool.run({ origin: proxy.address, key: server.key, folder });
    const complaints = run.crash === undefined ? run.complaints : ['it stopped without a result'];
    const books = await server.sandbox.books();
    return {
      ...run,
      command: run.command
        .replaceAll(proxy.address, '$SERVICE')
        .replaceAll(folder, '$WORK')
        .replaceAll(root, ''),
      complaints: [...new Set(complaints)].toSorted(),
      requests: proxy.requests.length,
      booksLeft: books.filter(({ deletedAt }) => deletedAt === undefined).length,
      seconds: (performance.now() - start) / 1000,
    };
  } finally {
    await proxy.end();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}
