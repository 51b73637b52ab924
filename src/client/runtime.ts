/** Recognises the runtime, and reaches the parts of Node that the web platform lacks without importing them. */

interface NodeStat extends Readonly<Record<'dev' | 'ino' | 'size' | 'mtimeNs', bigint>> {
  readonly isFile: () => boolean;
}

export interface NodeFile {
  readonly read: (into: {
    readonly buffer: Uint8Array;
    readonly position: number;
  }) => Promise<{ readonly bytesRead: number }>;
  readonly close: () => Promise<void>;
}

export interface NodeFiles {
  readonly open: (path: string | URL, flags: 'r') => Promise<NodeFile>;
  readonly readFile: (path: string | URL, encoding: 'utf8') => Promise<string>;
  readonly appendFile: (
    path: string | URL,
    text: string,
    options?: { readonly flush: boolean },
  ) => Promise<void>;
  readonly stat: (path: string | URL, options: { readonly bigint: true }) => Promise<NodeStat>;
}

/** The parts of Node's modules that are used. */
export interface Builtins {
  readonly 'node:crypto': {
    readonly createHash: (algorithm: 'sha256') => {
      readonly update: (bytes: Uint8Array) => unknown;
      readonly digest: (encoding: 'hex') => string;
    };
  };
  readonly 'node:events': { readonly setMaxListeners: (most: number, of: EventTarget) => void };
  readonly 'node:fs': { readonly openAsBlob?: (path: string | URL) => Promise<Blob> };
  readonly 'node:fs/promises': NodeFiles;
  readonly 'node:path': { readonly basename: (path: string) => string };
}

interface NodeProcess {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly versions?: Readonly<Record<string, string | undefined>>;
  readonly getBuiltinModule?: <Id extends keyof Builtins>(id: Id) => Builtins[Id] | undefined;
}

/** Node's global, which other runtimes may lack. */
declare const process: NodeProcess | undefined;

/** Returns a module of Node (20.16 and newer), or undefined in a runtime without it, such as a browser. */
export function getBuiltin<Id extends keyof Builtins>(id: Id): Builtins[Id] | undefined {
  return typeof process === 'undefined' ? undefined : process.getBuiltinModule?.(id);
}

/** @throws TypeError in a runtime without Node's file system */
export function getFileSystem(): NodeFiles {
  const files = getBuiltin('node:fs/promises');
  if (files !== undefined) return files;
  throw new TypeError(
    'This runtime has no file system for a path. Pass a Blob or an UploadJournal.',
  );
}

/** Returns a variable's trimmed value, or undefined when it is missing, empty or not readable. */
export function readVariable(
  name: 'DISTRIBUTION_URL' | 'DISTRIBUTION_API_KEY',
): string | undefined {
  try {
    const value = typeof process === 'undefined' ? undefined : process.env?.[name]?.trim();
    return value === '' ? undefined : value;
  } catch {
    // Deno asks for permission and throws without it.
    return undefined;
  }
}

/** True when `fetch` takes every option it has in browsers and in Node; edge runtimes throw for some. */
export const knowsCredentials = (): boolean => 'credentials' in Request.prototype;

/** True in Node itself. Bun and Deno name themselves, and edge runtimes with Node's modules lack options of `fetch`. */
export function isNode(): boolean {
  const versions = typeof process === 'undefined' ? undefined : process.versions;
  const named = versions?.['node'] !== undefined && !versions['bun'] && !versions['deno'];
  return named && knowsCredentials();
}

/** True in a page or one of its workers. */
export const isBrowser = 'document' in globalThis || 'importScripts' in globalThis;
