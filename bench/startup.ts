/** How soon the sandbox responds, and its memory while idle: as published, on a free port. */
import { setTimeout as pause } from 'node:timers/promises';
import { bookdist } from './child.ts';
import { median } from './rounds.ts';

const settleMs = 2_000;

export interface Startup {
  /** Milliseconds from the start of the process to its first response. */
  readonly ready: number;
  /** CPU milliseconds spent until then. The rest of `ready` is waiting for a busy machine. */
  readonly spent: number;
  /** Resident memory in megabytes, two seconds later. */
  readonly idle: number;
}

/** Starts the command several times and returns medians. */
export async function startup(times: number): Promise<Startup> {
  const starts: Startup[] = [];
  for (let start = 0; start < times; start += 1) starts.push(await oneStart());
  return {
    ready: median(starts.map(({ ready }) => ready)),
    spent: median(starts.map(({ spent }) => spent)),
    idle: median(starts.map(({ idle }) => idle)),
  };
}

async function oneStart(): Promise<Startup> {
  const began = performance.now();
  const child = await bookdist(['sandbox', '--port', '0']);
  try {
    await fetch(child.address);
    const ready = performance.now() - began;
    const { cpu } = await child.usage();
    await pause(settleMs);
    const { memory } = await child.usage();
    return { ready, spent: cpu / 1000, idle: memory / 1_000_000 };
  } finally {
    await child.end();
  }
}
