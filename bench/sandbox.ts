/** Compares the sandbox with Prism and with bare node:http, in interleaved rounds, by CPU per request. */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { bookdist } from './child.ts';
import { line, measure, median, ratio, type Costs, type Question } from './rounds.ts';
import { startServers } from './servers.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    requests: { type: 'string', default: '2000' },
    connections: { type: 'string', default: '4' },
  },
});

async function compare(): Promise<Record<Question, Costs>> {
  const servers = await startServers();
  const effort = {
    rounds: Number(values.rounds),
    requests: Number(values.requests),
    connections: Number(values.connections),
  };
  try {
    return {
      'list of 50': await measure('list of 50', servers, effort),
      'get by id': await measure('get by id', servers, effort),
    };
  } finally {
    await Promise.all(servers.map(async ({ end }) => end()));
  }
}

function costLines(question: Question, costs: Costs, prismAim: string): string[] {
  const micros = (name: string): string => `${Math.round(median(costs[name] ?? []))} µs`;
  const times = (other: string): string => ratio(costs, 'sandbox', other).toFixed(2);
  return [
    line(`${question}: sandbox`, micros('sandbox'), ''),
    line(`${question}: bare node:http`, micros('bare'), ''),
    line(`${question}: Prism`, micros('prism'), ''),
    line(`${question}: sandbox / bare`, times('bare'), 'aim: at most 2.5'),
    line(`${question}: sandbox / Prism`, times('prism'), prismAim),
  ];
}

function startupLines({ ready, spent, idle }: Startup): string[] {
  return [
    line('ready, built command', `${Math.round(ready)} ms`, 'aim: at most 1000 ms'),
    line('CPU spent until ready', `${Math.round(spent)} ms`, ''),
    line('idle, built command', `${Math.round(idle)} MB`, 'aim: under 120 MB'),
  ];
}

const settleMs = 2_000;

interface Startup {
  /** Milliseconds from the start of the process to its first response. */
  readonly ready: number;
  /** CPU milliseconds spent until then. The rest of `ready` is waiting for a busy machine. */
  readonly spent: number;
  /** Resident memory in megabytes, two seconds later. */
  readonly idle: number;
}

/** Starts the command several times and returns medians. */
async function startup(times: number): Promise<Startup> {
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

const costs = await compare();
const lines = [
  `CPU per request of the server process, medians of ${values.rounds} interleaved rounds`,
  ...costLines('list of 50', costs['list of 50'], 'aim: at most 0.33'),
  ...costLines('get by id', costs['get by id'], ''),
  ...startupLines(await startup(3)),
];
console.log(lines.join('\n'));
