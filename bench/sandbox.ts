/** Compares the CPU per request of the sandbox, Prism and bare node:http, in interleaved rounds. */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startBookdist } from './child.ts';
import { formatLine, measure, median, ratio, type Costs, type RequestKind } from './rounds.ts';
import { startServers } from './servers.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    requests: { type: 'string', default: '2000' },
    connections: { type: 'string', default: '4' },
  },
});

async function compare(): Promise<Record<RequestKind, Costs>> {
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

function formatCosts(requestKind: RequestKind, costs: Costs, prismAim: string): string[] {
  const formatMicroseconds = (name: string): string =>
    `${Math.round(median(costs[name] ?? []))} µs`;
  const formatRatio = (other: string): string => ratio(costs, 'sandbox', other).toFixed(2);
  return [
    formatLine(`${requestKind}: sandbox`, formatMicroseconds('sandbox'), ''),
    formatLine(`${requestKind}: bare node:http`, formatMicroseconds('bare'), ''),
    formatLine(`${requestKind}: Prism`, formatMicroseconds('prism'), ''),
    formatLine(`${requestKind}: sandbox / bare`, formatRatio('bare'), 'aim: at most 2.5'),
    formatLine(`${requestKind}: sandbox / Prism`, formatRatio('prism'), prismAim),
  ];
}

function formatStartup({ readyMs, cpuMs, idleMegabytes }: Startup): string[] {
  return [
    formatLine('ready, built command', `${Math.round(readyMs)} ms`, 'aim: at most 1000 ms'),
    formatLine('CPU spent until ready', `${Math.round(cpuMs)} ms`, ''),
    formatLine('idle, built command', `${Math.round(idleMegabytes)} MB`, 'aim: under 120 MB'),
  ];
}

const settleMs = 2_000;

interface Startup {
  /** Milliseconds from the start of the process to its first response. */
  readonly readyMs: number;
  /** CPU milliseconds spent until then. The rest of `readyMs` is waiting for a busy machine. */
  readonly cpuMs: number;
  /** Resident memory in megabytes, two seconds later. */
  readonly idleMegabytes: number;
}

/** Starts the command several times and returns medians. */
async function measureStartup(times: number): Promise<Startup> {
  const starts: Startup[] = [];
  for (let start = 0; start < times; start += 1) starts.push(await measureStart());
  return {
    readyMs: median(starts.map(({ readyMs }) => readyMs)),
    cpuMs: median(starts.map(({ cpuMs }) => cpuMs)),
    idleMegabytes: median(starts.map(({ idleMegabytes }) => idleMegabytes)),
  };
}

async function measureStart(): Promise<Startup> {
  const start = performance.now();
  const child = await startBookdist(['sandbox', '--port', '0']);
  try {
    await fetch(child.address);
    const readyMs = performance.now() - start;
    const { cpu } = await child.usage();
    await pause(settleMs);
    const { memory } = await child.usage();
    return { readyMs, cpuMs: cpu / 1000, idleMegabytes: memory / 1_000_000 };
  } finally {
    await child.end();
  }
}

const costs = await compare();
const lines = [
  `CPU per request of the server process, medians of ${values.rounds} interleaved rounds`,
  ...formatCosts('list of 50', costs['list of 50'], 'aim: at most 0.33'),
  ...formatCosts('get by id', costs['get by id'], ''),
  ...formatStartup(await measureStartup(3)),
];
console.log(lines.join('\n'));
