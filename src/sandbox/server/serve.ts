/** Serves a sandbox on this machine: the service on one port, its storage on another. */
import { createAdaptorServer } from '@hono/node-server';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { SandboxOptions } from '../sandbox-options.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { createStorageServer } from './storage-server.ts';

export interface ServeOptions extends SandboxOptions {
  /** 0 takes any free one. */
  readonly port?: number;
  readonly storagePort?: number;
}

export interface ServedSandbox {
  /** The base address, without the version prefix. */
  readonly url: string;
  readonly storageUrl: string;
  readonly key: string;
  readonly sandbox: Sandbox;
  readonly close: () => Promise<void>;
}

const host = '127.0.0.1';

/**
 * Starts a sandbox and listens, on the loopback address only.
 * @throws when a port is taken
 */
export async function serveSandbox(options: ServeOptions = {}): Promise<ServedSandbox> {
  const addresses = { storage: '' };
  const report = options.report ?? (() => undefined);
  const sandbox = await createSandbox({ storageOrigin: () => addresses.storage, ...options });
  const storage = createStorageServer(() => sandbox.parts, report);
  const api = createAdaptorServer({ fetch: sandbox.app.fetch, overrideGlobalObjects: false });
  if (!isPlain(api)) throw new Error('The service is to be served over plain HTTP.');
  try {
    addresses.storage = await listen(storage, options.storagePort ?? 0);
    const url = await listen(api, options.port ?? 0);
    const close = async () => {
      await Promise.all([shut(api), shut(storage)]);
      await sandbox.close();
    };
    return { url, storageUrl: addresses.storage, key: sandbox.keys[0] ?? '', sandbox, close };
  } catch (error) {
    await Promise.all([shut(api), shut(storage)]);
    await sandbox.close();
    throw error;
  }
}

function isPlain(server: object): server is Server {
  return 'closeAllConnections' in server;
}

/**
 * Longer than any client of ours keeps an idle connection: else the one closes it while the other
 * sends, and a call that must not be repeated is lost.
 */
const idleMs = 60_000;

async function listen(server: Server, port: number): Promise<string> {
  server.keepAliveTimeout = idleMs;
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return `http://${host}:${address.port}`;
}

async function shut(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
