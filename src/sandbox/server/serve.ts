/** Serves a sandbox: the service on one port, its storage on another. */
import { createAdaptorServer } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Server } from 'node:http';
import type { SandboxOptions } from '../sandbox-options.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { createGate, type Gate } from './gate.ts';
import { listen, shut } from './listen.ts';
import { createStorageServer } from './storage-server.ts';
import { serverOptions, usualDeadlines, type Deadlines } from './deadlines.ts';

export interface ServeOptions extends SandboxOptions {
  /** 0 takes any free one. */
  readonly port?: number;
  readonly storagePort?: number;
  /** The address to listen on; 127.0.0.1 unless given. */
  readonly host?: string;
  /** The address by which clients reach the storage; upload URLs start with it. */
  readonly storagePublicUrl?: string;
  /** Origins of web pages that may call the service and its storage; `*` allows any. */
  readonly cors?: readonly string[];
  readonly deadlines?: Partial<Deadlines>;
}

export interface ServedSandbox {
  /** The base address, without the version prefix. */
  readonly url: string;
  readonly storageUrl: string;
  readonly key: string;
  readonly sandbox: Sandbox;
  /** Lets requests in progress finish, then ends everything. */
  readonly close: () => Promise<void>;
}

/**
 * Starts a sandbox and listens, on the loopback address unless `host` is given.
 * @throws when a port is taken
 */
export async function serveSandbox(options: ServeOptions = {}): Promise<ServedSandbox> {
  const { host = '127.0.0.1', publicUrl, storagePublicUrl } = options;
  const addresses = { storage: '' };
  const report = options.report ?? (() => undefined);
  const sandbox = await createSandbox({
    storageOrigin: () => storagePublicUrl ?? addresses.storage,
    ...options,
  });
  const gate = createGate({
    host,
    publicUrls: [publicUrl, storagePublicUrl].filter((url) => url !== undefined),
    cors: options.cors ?? [],
  });
  const deadlines = { ...usualDeadlines, ...options.deadlines };
  const storage = createStorageServer({ parts: () => sandbox.parts, report, gate, deadlines });
  const api = createApiServer(sandbox, gate, deadlines);
  const end = async (graceMs: number) => {
    await Promise.all([shut(api, graceMs), shut(storage, graceMs)]);
    await sandbox.close();
  };
  try {
    addresses.storage = await listen(storage, options.storagePort ?? 0, host);
    const url = await listen(api, options.port ?? 0, host);
    const close = () => end(deadlines.graceMs);
    return { url, storageUrl: addresses.storage, key: sandbox.keys[0] ?? '', sandbox, close };
  } catch (error) {
    await end(0);
    throw error;
  }
}

function createApiServer({ app }: Sandbox, gate: Gate, deadlines: Deadlines): Server {
  const server = createAdaptorServer({
    overrideGlobalObjects: false,
    serverOptions: serverOptions(deadlines),
    fetch: (request, env) => {
      if (isNode(env) && gate(env.incoming, env.outgoing)) return RESPONSE_ALREADY_SENT;
      return app.fetch(request, env);
    },
  });
  if (!isPlain(server)) throw new Error('The service is to be served over plain HTTP.');
  return server;
}

type NodeBindings =
  Parameters<Gate> extends [infer Incoming, infer Outgoing]
    ? { readonly incoming: Incoming; readonly outgoing: Outgoing }
    : never;

function isNode(env: object): env is NodeBindings {
  return 'incoming' in env && 'outgoing' in env;
}

function isPlain(server: object): server is Server {
  return 'closeAllConnections' in server;
}
