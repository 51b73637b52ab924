/** A proxy in front of a sandbox that judges the programs that call it (`--judge-caller`) or records them (`--record`). */
import type { Server } from 'node:http';
import { requirement } from '../../contract/requirements.ts';
import { listen } from '../../sandbox/server/index.ts';
import type { CallerRow } from '../../traffic/caller-rules/index.ts';
import { createLiveListener, createTrafficRun } from '../../traffic/index.ts';
import {
  createPassThroughProxy,
  type ProxiedCall,
  type ProxyListener,
  recordProxiedCall,
} from '../../traffic/proxy/index.ts';
import { openRecordFile, type RecordFile } from '../../traffic/recordings/index.ts';
import { toPlainText } from '../../report/wording/index.ts';
import type { Shell } from '../shell/index.ts';

export interface RecordingProxyOptions {
  readonly host: string;
  readonly port: number;
  readonly storagePort: number;
  /** How callers reach the service and the storage, if another proxy is in front. */
  readonly publicUrl?: string | undefined;
  readonly storagePublicUrl?: string | undefined;
  readonly judgesCallers: boolean;
  readonly record: string | undefined;
}

export interface RecordingProxy {
  readonly url: string;
  readonly storageUrl: string;
  /** Sets the addresses of the sandbox behind the proxy; earlier calls fail. */
  readonly connect: (service: string, storage: string) => void;
  /** Stops listening, so that the process can end. */
  readonly close: () => void;
  /** Closes the proxy and prints the mistakes of judged callers. Returns the exit code, which is 1 after a mistake. */
  readonly end: () => Promise<number>;
}

/**
 * Opens the proxy: one server for the service and one for the storage.
 * @throws the error of a port that cannot be opened
 */
export async function openRecordingProxy(
  options: RecordingProxyOptions,
  shell: Shell,
): Promise<RecordingProxy> {
  const { judgesCallers, record } = options;
  const file = record === undefined ? undefined : openRecordFile(record);
  const callerJudge = createCallerJudge(judgesCallers ? shell : undefined, file);
  const [service, storage] = [createProxyServer(callerJudge), createProxyServer(callerJudge)];
  const close = (): void => {
    for (const { server } of [service, storage]) server.close();
    for (const { server } of [service, storage]) server.closeAllConnections();
  };
  const addresses = await listenOnBoth({ service, storage }, options).catch(
    async (error: unknown) => {
      // The first server may listen already, and would keep the process alive.
      close();
      await file?.close();
      throw error;
    },
  );
  storage.publicAddress = options.storagePublicUrl ?? addresses.storageUrl;
  service.publicAddress = options.publicUrl ?? addresses.url;
  return {
    ...addresses,
    connect: (serviceUrl, storageUrl) => {
      service.target = new URL(serviceUrl);
      storage.target = new URL(storageUrl);
    },
    close,
    end: async () => {
      close();
      const rows = await callerJudge.rows();
      await file?.close();
      if (!judgesCallers) return 0;
      shell.out(describeCallers(rows));
      return rows.some(({ broken }) => broken > 0) ? 1 : 0;
    },
  };
}

interface CallerJudge {
  readonly listener: ProxyListener;
  readonly rows: () => Promise<readonly CallerRow[]>;
}

/** Creates a judge that prints findings to the shell. Without a shell, it judges nothing and only records. */
function createCallerJudge(shell: Shell | undefined, file: RecordFile | undefined): CallerJudge {
  const run = createTrafficRun();
  const live = createLiveListener((exchange) => {
    if (shell === undefined) return;
    const { method, path, toStorage } = exchange.request;
    const call = `${method} ${toStorage ? 'to storage' : path}`;
    const { callerFindings } = run.judge(exchange);
    for (const { requirement: id, expected, actual } of callerFindings)
      shell.err(`! ${toPlainText(`${call}  ${id}: ${actual}; expected ${expected}`)}\n`);
  });
  const end = async (call: ProxiedCall, finish: ReturnType<typeof live.start>): Promise<void> => {
    const exchange = recordProxiedCall(call);
    finish(exchange);
    await file?.write(exchange);
  };
  let queue = Promise.resolve();
  const start: ProxyListener['start'] = (request) => {
    const finish = live.start(request);
    return (call) => {
      queue = queue.then(async () => end(call, finish));
    };
  };
  return { listener: { start }, rows: async () => queue.then(() => run.callers()) };
}

interface ProxyServer {
  readonly server: Server;
  target: URL;
  /** The address for callers, which is also in the sandbox's upload URLs. */
  publicAddress: string;
}

function createProxyServer({ listener }: CallerJudge): ProxyServer {
  const start: ProxyListener['start'] = (request) => {
    const { pathname, search } = new URL(request.url);
    const url = proxyServer.publicAddress + pathname + search;
    const finish = listener.start({ ...request, url });
    return (call) => finish({ ...call, request: { ...call.request, url } });
  };
  const getTarget = (): URL => proxyServer.target;
  const server = createPassThroughProxy({ target: getTarget, storage: false, listener: { start } });
  const target = new URL('http://127.0.0.1');
  const proxyServer: ProxyServer = { server, target, publicAddress: '' };
  return proxyServer;
}

async function listenOnBoth(
  { service, storage }: Readonly<Record<'service' | 'storage', ProxyServer>>,
  { host, port, storagePort }: RecordingProxyOptions,
) {
  const storageUrl = await listen(storage.server, storagePort, host);
  return { url: await listen(service.server, port, host), storageUrl };
}

function describeCallers(rows: readonly CallerRow[]): string {
  const count = rows.filter((row) => row.judged > 0).length;
  const brokenRows = rows.filter((row) => row.broken > 0);
  if (count === 0) return 'No call was made, so the caller was not judged.\n';
  if (brokenRows.length === 0) return `The caller followed all ${count} rules that applied.\n`;
  const lines = brokenRows.map(
    ({ requirement: id, broken, judged }) =>
      `  ${id}  ${broken} of ${judged} calls\n    ${requirement(id).says}\n`,
  );
  return `The caller broke ${brokenRows.length} of the ${count} rules that applied:\n${lines.join('')}`;
}
