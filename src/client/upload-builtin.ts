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

interface Builtins {
  readonly 'node:crypto': NodeCrypto;
  readonly 'node:fs': NodeWholeFiles;
  readonly 'node:fs/promises': NodeFiles;
  readonly 'node:path': NodePath;
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
 * Whether `fetch` sends a stream with the Content-Length it is given. Node does. A browser takes no such
 * header, and other runtimes drop it: what they send then is refused by presigned URLs of common storages.
 */
export function streamsWithLength(): boolean {
  const versions = typeof process === 'undefined' ? undefined : process.versions;
  return versions?.['node'] !== undefined && !versions['bun'] && !versions['deno'];
}
