/** Runs the client without Node: in a context with only web globals, and in workerd. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createContext, runInContext } from 'node:vm';
import { installRuntime, type Run } from './engines.ts';

/** The globals of edge runtimes. Errors and arrays are those of the process, because `fetch` uses them. */
const webGlobals = `fetch Request Response Headers FormData Blob File AbortController AbortSignal URL URLSearchParams btoa crypto
  TextEncoder TextDecoder ReadableStream setTimeout clearTimeout Uint8Array Error TypeError console`;

export const runInBareContext: Run = async (home) => {
  const conditions = ['edge-light', 'worker'];
  const bundling = {
    format: 'iife',
    globalName: 'program',
    platform: 'neutral',
    conditions,
  } as const;
  const text = await home.bundle({ ...bundling, mainFields: ['module', 'main'] });
  const connection = JSON.stringify({ baseUrl: home.baseUrl });
  const globals: Record<string, unknown> = {};
  for (const name of webGlobals.split(/\s+/)) globals[name] = Reflect.get(globalThis, name);
  // Without `eval`, as in edge runtimes.
  const context = createContext(globals, { codeGeneration: { strings: false, wasm: false } });
  const result: unknown = await runInContext(`${text}\nprogram.tryOut(${connection})`, context);
  return result;
};

const config = `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.mjs", esModule = embed "worker.mjs")],
  compatibilityDate = "2026-01-01",
);
`;

export const runInWorkerd: Run = async (home) => {
  const folder = await installRuntime(home, 'workerd');
  const conditions = ['workerd', 'worker'];
  const bundling = { format: 'esm', platform: 'neutral', conditions } as const;
  const text = await home.bundle({ ...bundling, mainFields: ['module', 'main'] });
  const connection = JSON.stringify({ baseUrl: home.baseUrl });
  const handler = `export default { fetch: () => tryOut(${connection}).then(Response.json) };`;
  writeFileSync(join(folder, 'worker.mjs'), `${text}\n${handler}\n`);
  writeFileSync(join(folder, 'config.capnp'), config);
  const binary = join(folder, 'node_modules/.bin/workerd');
  const options = ['serve', 'config.capnp', '--control-fd=3'];
  const child = spawn(binary, options, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  const exited = once(child, 'exit');
  try {
    const response = await fetch(`http://127.0.0.1:${await readPort(child)}`);
    const result: unknown = JSON.parse(await response.text());
    return result;
  } finally {
    child.kill();
    await exited;
  }
};

/** Reads the port from the separate channel on which workerd prints it. */
async function readPort({ stdio }: ReturnType<typeof spawn>): Promise<number> {
  const [, , , control] = stdio;
  if (control === null || control === undefined || !('read' in control)) {
    throw new Error('workerd has no channel for its port.');
  }
  for await (const line of createInterface({ input: control })) {
    const port = /"port":(\d+)/.exec(line)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error('workerd ended before it printed its port.');
}
