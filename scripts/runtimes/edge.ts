/** Runs the client without Node: in a context with only web globals, and in workerd. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createContext, runInContext } from 'node:vm';
import { installRuntime, type Run } from './engines.ts';

/** The globals of edge runtimes. Errors and arrays are those of the process, because `fetch` uses them. */
const web = `fetch Request Response Headers FormData Blob File AbortController AbortSignal URL URLSearchParams btoa crypto
  TextEncoder TextDecoder ReadableStream setTimeout clearTimeout Uint8Array Error TypeError console`;

export const inBareContext: Run = async (home) => {
  const conditions = ['edge-light', 'worker'];
  const form = { format: 'iife', globalName: 'program', platform: 'neutral', conditions } as const;
  const text = await home.bundle({ ...form, mainFields: ['module', 'main'] });
  const connection = JSON.stringify({ baseUrl: home.baseUrl });
  // Forbids `eval`, as edge runtimes do.
  const globals: Record<string, unknown> = {};
  for (const name of web.split(/\s+/)) globals[name] = Reflect.get(globalThis, name);
  const context = createContext(globals, {
    codeGeneration: { strings: false, wasm: false },
  });
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

export const inWorkerd: Run = async (home) => {
  const folder = await installRuntime(home, 'workerd');
  const conditions = ['workerd', 'worker'];
  const form = { format: 'esm', platform: 'neutral', conditions } as const;
  const text = await home.bundle({ ...form, mainFields: ['module', 'main'] });
  const place = JSON.stringify({ baseUrl: home.baseUrl });
  const handler = `export default { fetch: () => tryOut(${place}).then(Response.json) };`;
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
    const answer = await fetch(`http://127.0.0.1:${await readPort(child)}`);
    const result: unknown = JSON.parse(await answer.text());
    return result;
  } finally {
    child.kill();
    await exited;
  }
};

/** It prints the port of its socket on a separate channel. */
async function readPort({ stdio }: ReturnType<typeof spawn>): Promise<number> {
  const [, , , control] = stdio;
  if (control === null || control === undefined || !('read' in control)) {
    throw new Error('workerd has no channel to report its port.');
  }
  for await (const line of createInterface({ input: control })) {
    const port = /"port":(\d+)/.exec(line)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error('workerd ended before it listened.');
}
