/** Parts of Node that the web platform lacks, loaded without an import that a bundler would have to resolve. */

interface NodeCrypto {
  readonly createHash: (algorithm: 'sha256') => {
    readonly update: (bytes: Uint8Array) => unknown;
    readonly digest: (encoding: 'hex') => string;
  };
}

interface NodeStat {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly isFile: () => boolean;
}

export interface NodeFile {
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

/** The parts of `node:fs/promises` that are used. */
export interface NodeFiles {
  readonly open: (path: string | URL, flags: 'r' | 'a+') => Promise<NodeFile>;
  readonly stat: (path: string | URL, options: { readonly bigint: true }) => Promise<NodeStat>;
}

interface Builtins {
  readonly 'node:crypto': NodeCrypto;
  readonly 'node:fs': { readonly openAsBlob?: (path: string | URL) => Promise<Blob> };
  readonly 'node:fs/promises': NodeFiles;
  readonly 'node:path': { readonly basename: (path: string) => string };
}

interface Runtime {
  readonly getBuiltinModule?: <Id extends keyof Builtins>(id: Id) => Builtins[Id] | undefined;
}

/** Node's global, which other runtimes may lack. */
declare const process: Runtime | undefined;

/** Returns a module of Node (20.16 and newer), or undefined in a runtime without it, such as a browser. */
export function getBuiltin<Id extends keyof Builtins>(id: Id): Builtins[Id] | undefined {
  return typeof process === 'undefined' ? undefined : process.getBuiltinModule?.(id);
}
