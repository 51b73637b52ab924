/** Serves a sandbox: the service on one port, and its storage on another. */
import { getRequestListener } from '@hono/node-server';
import { createServer, type Server } from 'node:http';
import type { SandboxOptions } from '../sandbox-options.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import {
  createControlApp,
  createRequestLog,
  getAccountName,
  type LoggedRequest,
} from '../control/index.ts';
import {
  createGate,
  isLoopback,
  listen,
  closeServer,
  toNodeOptions,
  defaultDeadlines,
  type Deadlines,
} from './listen.ts';
import { createServiceServer, createStorageServer } from './servers.ts';

export interface ServeOptions extends SandboxOptions {
  /** The port; 0, the default, takes any free port. */
  readonly port?: number;
  readonly storagePort?: number;
  /** The address to listen on; 127.0.0.1 unless given. */
  readonly host?: string;
  /**
   * The address by which clients reach the storage; upload URLs start with it. By default it is the address that the
   * storage listens on or, if it listens on all, the host of the request.
   */
  readonly storagePublicUrl?: string;
  /** True if the service's own server receives uploads, too, and upload URLs begin with its address. */
  readonly uploadsAtService?: boolean;
  /** Origins of web pages that may call the service and its storage; `*` allows any. */
  readonly cors?: readonly string[];
  readonly deadlines?: Partial<Deadlines>;
  /** Runs once the servers listen, and adds the first books. The sandbox is not ready before it ends. */
  readonly prepare?: (sandbox: Sandbox) => Promise<void>;
  /** Called for each request once its response is sent. */
  readonly onRequest?: (request: LoggedRequest) => void;
  /** The settings of the control API, which is served only if they are given. */
  readonly control?: ControlSettings;
}

export interface ControlSettings {
  /** The port; 0 takes any free port. */
  readonly port: number;
  /** The address to listen on; 127.0.0.1 unless given. Any other needs a token. */
  readonly host?: string;
  readonly token?: string;
  /** The names that `findFaults` of the sandbox knows, for people to choose from. */
  readonly faultNames?: readonly string[];
}

export interface ServedSandbox {
  /** The base address, without the version prefix. */
  readonly url: string;
  readonly storageUrl: string;
  /** The address of the control API; undefined without one. */
  readonly controlUrl: string | undefined;
  readonly key: string;
  readonly sandbox: Sandbox;
  /** Lets requests in progress finish, then closes the servers and the sandbox. */
  readonly close: () => Promise<void>;
}

/**
 * Starts a sandbox and listens, on the loopback address unless `host` is given.
 * @throws Error if a port is in use, or if others could reach the control API without a token
 */
export async function serveSandbox(options: ServeOptions = {}): Promise<ServedSandbox> {
  const { host = '127.0.0.1', storagePublicUrl, control } = options;
  if (control !== undefined) checkControlSettings(control);
  // An address is known only once its server listens.
  const addresses = { api: '', storage: '' };
  let isPrepared = options.prepare === undefined;
  const sandbox = await createSandbox({
    isPrepared: () => isPrepared,
    storageOrigin: (requestUrl) =>
      storagePublicUrl ?? getReachableOrigin(addresses.storage, requestUrl),
    ...options,
  });
  const deadlines = { ...defaultDeadlines, ...options.deadlines };
  const getServiceUrl = () => options.publicUrl ?? addresses.api;
  const servers = createServers(sandbox, { ...options, host, deadlines, getServiceUrl });
  const end = async (graceMs: number) => {
    await Promise.all(servers.all.map((server) => closeServer(server, graceMs)));
    await sandbox.close();
  };
  try {
    addresses.storage = await listen(servers.storage, options.storagePort ?? 0, host);
    addresses.api = await listen(servers.api, options.port ?? 0, host);
    if (options.uploadsAtService === true) addresses.storage = addresses.api;
    const controlUrl =
      control &&
      servers.control &&
      (await listen(servers.control, control.port, control.host ?? '127.0.0.1'));
    await options.prepare?.(sandbox);
    isPrepared = true;
    const close = () => end(deadlines.graceMs);
    const key = sandbox.keys[0] ?? '';
    return { url: addresses.api, storageUrl: addresses.storage, controlUrl, key, sandbox, close };
  } catch (error) {
    await end(0);
    throw error;
  }
}

function joinServers(service: Server, storage: Server): Server {
  return createServer({ requestTimeout: 0 }, (request, response) =>
    (request.url?.startsWith('/uploads/') === true ? storage : service).emit(
      'request',
      request,
      response,
    ),
  );
}

/** Returns the origin of a server. One that listens on every address is reached as the service was. */
function getReachableOrigin(origin: string, requestUrl: string): string {
  const url = new URL(origin);
  if (!['0.0.0.0', '[::]'].includes(url.hostname)) return origin;
  return `${url.protocol}//${new URL(requestUrl).hostname}:${url.port}`;
}

function checkControlSettings({ host = '127.0.0.1', token }: ControlSettings): void {
  if (isLoopback(host) || (token !== undefined && token.length >= 16)) return;
  throw new Error(
    `The control API on ${host} needs a token of at least 16 characters, because others can reach it.`,
  );
}

type ResolvedOptions = ServeOptions & {
  readonly host: string;
  readonly deadlines: Deadlines;
  readonly getServiceUrl: () => string;
};

function createServers(sandbox: Sandbox, options: ResolvedOptions) {
  const { host, publicUrl, storagePublicUrl, deadlines } = options;
  const publicUrls = [publicUrl, storagePublicUrl].filter((url) => url !== undefined);
  const gate = createGate({ host, publicUrls, cors: options.cors ?? [] });
  const service = createServiceServer({ answer: sandbox.answer, gate, deadlines });
  const storage = createStorageServer({ answer: sandbox.answerStorage, gate, deadlines });
  const api = options.uploadsAtService === true ? joinServers(service, storage) : service;
  const log = createRequestLog((id) => getAccountName(id, sandbox), options.onRequest);
  if (options.onRequest !== undefined || options.control !== undefined) {
    log.observe(api, 'service');
    log.observe(storage, 'storage');
  }
  const control = options.control && createControlServer(sandbox, log, options);
  const all = [api, storage, control].filter((server) => server !== undefined);
  return { api, storage, control, all };
}

/** Creates the server of the control API. Its document is long, so it is read only if that API is served. */
function createControlServer(
  sandbox: Sandbox,
  log: ReturnType<typeof createRequestLog>,
  { control, report = () => undefined, deadlines, getServiceUrl }: ResolvedOptions,
): Server {
  const { token, faultNames = [] } = control ?? {};
  const app = createControlApp({ token, faultNames, sandbox, log, report, getServiceUrl });
  const gate = createGate({ host: control?.host ?? '127.0.0.1', publicUrls: [], cors: [] });
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  return createServer(toNodeOptions(deadlines), (nodeRequest, nodeResponse) => {
    if (!gate(nodeRequest, nodeResponse)) void listener(nodeRequest, nodeResponse);
  });
}
