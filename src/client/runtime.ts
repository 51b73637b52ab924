/** Detects the runtime, and reaches Node's modules and streams without imports that would fail in other runtimes. */

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

/** The parts of Node's modules that this client uses. */
interface Builtins {
  readonly 'node:crypto': {
    readonly createHash: (algorithm: 'sha256') => {
      readonly update: (bytes: Uint8Array) => unknown;
      readonly digest: (encoding: 'hex') => string;
    };
  };
  readonly 'node:events': {
    readonly setMaxListeners: (count: number, target: EventTarget) => void;
  };
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

/** Returns a module of Node (20.16 and newer), or undefined in a runtime without Node's modules, such as a browser. */
export function getBuiltin<Id extends keyof Builtins>(id: Id): Builtins[Id] | undefined {
  return typeof process === 'undefined' ? undefined : process.getBuiltinModule?.(id);
}

/** @throws TypeError in a runtime without Node's file system */
export function getFileSystem(): NodeFiles {
  const files = getBuiltin('node:fs/promises');
  if (files !== undefined) return files;
  throw new TypeError('This runtime has no file system. Pass a Blob or an UploadJournal.');
}

/** Returns the trimmed value of an environment variable, or undefined if it is missing, empty or not readable. */
export function getVariable(name: 'DISTRIBUTION_URL' | 'DISTRIBUTION_API_KEY'): string | undefined {
  try {
    const value = typeof process === 'undefined' ? undefined : process.env?.[name]?.trim();
    return value === '' ? undefined : value;
  } catch {
    // Deno throws without permission to read the environment.
    return undefined;
  }
}

/** Returns true in browsers and Node, whose `fetch` supports all options. Edge runtimes throw for some options. */
export const supportsFetchOptions = (): boolean => 'credentials' in Request.prototype;

/** Returns true only in Node. Bun and Deno also set `versions`, and some edge runtimes have Node's modules. */
export function isNode(): boolean {
  const versions = typeof process === 'undefined' ? undefined : process.versions;
  const claimsNode = versions?.['node'] !== undefined && !versions['bun'] && !versions['deno'];
  return claimsNode && supportsFetchOptions();
}

/** True in a web page or a worker. */
export const isBrowser = 'document' in globalThis || 'importScripts' in globalThis;

/** Bytes as they arrive: a web stream, or anything that `for await` takes, such as a Node stream. */
export type ByteStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** Reads either kind of stream. Some browsers do not support `for await` over a web stream. */
export async function* readStream(stream: ByteStream): AsyncGenerator<Uint8Array> {
  if (!('getReader' in stream)) {
    yield* stream;
    return;
  }
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // Stops the source of the stream. The promise is not awaited, because it may never settle.
    reader.cancel().catch(() => undefined);
  }
}

/** Creates a stream that requests a piece only once the previous piece has been read. */
export function toStream(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const next = await iterator.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: async () => {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
