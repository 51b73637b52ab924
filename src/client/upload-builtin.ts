/** What Node offers beyond a browser, reached without an import that a bundler would stumble over. */

/** The parts of `node:crypto` that are used. */
export interface NodeCrypto {
  readonly createHash: (algorithm: 'sha256') => NodeHash;
}

interface NodeHash {
  readonly update: (bytes: Uint8Array) => unknown;
  readonly digest: (encoding: 'hex') => string;
}

/** The parts of `node:fs/promises` that are used. */
export interface NodeFiles {
  readonly open: (path: string | URL, flags: 'r' | 'a+') => Promise<NodeFile>;
  readonly stat: (path: string | URL, options: { readonly bigint: true }) => Promise<NodeStat>;
}

export interface NodeFile {
  /** Its number, which any thread of the process may read by. */
  readonly fd: number;
  readonly read: (into: {
    readonly buffer: Uint8Array;
    readonly offset: number;
    readonly length: number;
    readonly position: number;
  }) => Promise<{ readonly bytesRead: number }>;
  readonly stat: (options: { readonly bigint: true }) => Promise<NodeStat>;
  readonly readFile: (encoding: 'utf8') => Promise<string>;
  readonly appendFile: (text: string) => Promise<void>;
  readonly datasync: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface NodeStat {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly isFile: () => boolean;
}

/** The parts of `node:path` that are used. */
export interface NodePath {
  readonly basename: (path: string) => string;
}

/** The parts of `node:fs` that are used; a runtime may have this without the function. */
export interface NodeWholeFiles {
  readonly openAsBlob?: (path: string | URL) => Promise<Blob>;
}

/** The parts of `node:http` and `node:https` that are used. */
export interface NodeHttp {
  readonly request: (url: URL, options: NodeHttpOptions) => NodeHttpRequest;
}

interface NodeHttpOptions {
  readonly method: 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface NodeHttpRequest {
  /** Calls back once the network has the bytes, or with the error that kept them. */
  readonly write: (bytes: Uint8Array, taken: (error?: Error | null) => void) => unknown;
  readonly end: () => unknown;
  readonly destroy: () => unknown;
  readonly on: {
    (event: 'response', run: (answer: NodeHttpAnswer) => void): unknown;
    (event: 'error', run: (error: Error) => void): unknown;
    (event: 'close', run: () => void): unknown;
  };
  readonly off: (event: 'close', run: () => void) => unknown;
}

export interface NodeHttpAnswer extends AsyncIterable<Uint8Array> {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly on: (event: 'close', run: () => void) => unknown;
  /** Reads on, to nowhere. */
  readonly resume: () => unknown;
}

/** The parts of `node:worker_threads` that are used. */
export interface NodeThreads {
  readonly Worker: new (program: string, options: NodeThreadOptions) => NodeThread;
}

interface NodeThreadOptions {
  readonly eval: true;
  readonly execArgv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly workerData: unknown;
}

export interface NodeThread {
  readonly on: {
    (event: 'message', run: (message: unknown) => void): unknown;
    (event: 'error', run: (error: unknown) => void): unknown;
    (event: 'exit', run: () => void): unknown;
  };
  readonly terminate: () => Promise<unknown>;
}

interface Builtins {
  readonly 'node:crypto': NodeCrypto;
  readonly 'node:fs': NodeWholeFiles;
  readonly 'node:fs/promises': NodeFiles;
  readonly 'node:http': NodeHttp;
  readonly 'node:https': NodeHttp;
  readonly 'node:path': NodePath;
  readonly 'node:worker_threads': NodeThreads;
}

interface Runtime {
  readonly versions?: Readonly<Record<string, string | undefined>>;
  readonly getBuiltinModule?: <Id extends keyof Builtins>(id: Id) => Builtins[Id] | undefined;
}

/** Node's own global where there is one. Declared here, so that no other file may lean on it. */
declare const process: Runtime | undefined;

/** A module of Node (20.16 and newer), or of a runtime that has it as well; undefined in a browser. */
export function builtin<Id extends keyof Builtins>(id: Id): Builtins[Id] | undefined {
  return typeof process === 'undefined' ? undefined : process.getBuiltinModule?.(id);
}

/**
 * Whether this is Node, and no runtime that only has its modules as well: those name themselves, but for ones at
 * the edge, which lack words of `fetch`.
 */
export function isNode(): boolean {
  const versions = typeof process === 'undefined' ? undefined : process.versions;
  const named = versions?.['node'] !== undefined && !versions['bun'] && !versions['deno'];
  return named && knowsCookies();
}

/** Whether `fetch` takes all the words it has in a browser and in Node; at the edge it throws for some. */
export function knowsCookies(): boolean {
  return 'credentials' in Request.prototype;
}
