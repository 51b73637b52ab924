/** How soon the built sandbox answers, and what it holds while nobody asks: `bookdist sandbox` as installed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median } from './rounds.ts';

const built = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
const settleMs = 2_000;

export interface Startup {
  /** Milliseconds from starting the process to its first answer. */
  readonly ready: number;
  /** Resident memory in megabytes, two seconds later. */
  readonly idle: number;
}

/** Starts the built command several times; medians. */
export async function startup(times: number): Promise<Startup> {
  if (!existsSync(built)) throw new Error('Nothing is built yet. Run: npm run build');
  const runs: Startup[] = [];
  for (let run = 0; run < times; run += 1) runs.push(await oneStart());
  return {
    ready: median(runs.map(({ ready }) => ready)),
    idle: median(runs.map(({ idle }) => idle)),
  };
}

async function oneStart(): Promise<Startup> {
  const began = performance.now();
  const child = spawn(process.execPath, [built, 'sandbox', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  try {
    const address = await addressIn(child.stdout);
    await fetch(`${address}/books`, { headers: { apikey: 'sandbox-key' } });
    const ready = performance.now() - began;
    await pause(settleMs);
    return { ready, idle: await residentMegabytes(child.pid) };
  } finally {
    child.kill('SIGTERM');
    await gone;
  }
}

async function addressIn(stdout: AsyncIterable<Buffer>): Promise<string> {
  let told = '';
  for await (const chunk of stdout) {
    told += chunk.toString();
    const found = /https?:\/\/[\w.:[\]-]+/.exec(told)?.[0];
    if (found !== undefined) return `${found}/v2/distribution`;
  }
  throw new Error(`the sandbox ended before it listened: ${told}`);
}

/** Linux only: elsewhere there is nothing to read, and the figure is left out. */
async function residentMegabytes(pid: number | undefined): Promise<number> {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return Number.NaN;
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(status, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
