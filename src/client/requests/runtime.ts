/** Recognises the runtime, where `fetch` differs between them. */

interface Runtime {
  readonly versions?: Readonly<Record<string, string | undefined>>;
}

/** Node's global, which other runtimes may lack. */
declare const process: Runtime | undefined;

/** True when `fetch` takes every option it has in browsers and in Node; edge runtimes throw for some. */
export const knowsCredentials = (): boolean => 'credentials' in Request.prototype;

/** True in Node itself. Bun and Deno name themselves, and edge runtimes with Node's modules lack options of `fetch`. */
export function isNode(): boolean {
  const versions = typeof process === 'undefined' ? undefined : process.versions;
  const named = versions?.['node'] !== undefined && !versions['bun'] && !versions['deno'];
  return named && knowsCredentials();
}
