/** Compares the sandbox with a public mock and with bare node:http, interleaved, in CPU per request. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { listLines } from './client-list.ts';
import { line } from './line.ts';
import { measure, median, ratio, type Costs, type Question } from './rounds.ts';
import { runCost, type RunCost } from './run-cost.ts';
import { startServers } from './servers.ts';
import { startup, type Startup } from './startup.ts';

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

function runLines(cost: RunCost): string[] {
  const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
  const share = (one: number, other: number): string => (one / other).toFixed(2);
  return [
    line('full run', seconds(cost.whole), ''),
    line('full run without its waits', seconds(cost.judged), ''),
    line('the same requests, replayed', seconds(cost.replayed), ''),
    line('without waits / replayed', share(cost.judged, cost.replayed), 'aim: at most 1.3'),
    line('full run, answers 50 ms late', seconds(cost.delayed), ''),
    line('of the lateness summed', share(cost.delayed, cost.lateness), 'aim: at most 0.25'),
    line('requests of a full run', String(cost.requests), 'aim: at most 3000'),
    line('requests without publish', String(cost.requestsWithoutPublish), 'aim: at most 1500'),
  ];
}

const costs = await compare();
const started = await startup(3);
const ran = await runCost();
const listed = await listLines(Number(values.rounds));
console.log(
  `CPU per request of the server process, medians of ${values.rounds} interleaved rounds`,
);
for (const text of [
  ...costLines('list of 50', costs['list of 50'], 'aim: at most 0.33'),
  ...costLines('get by id', costs['get by id'], ''),
  ...startupLines(started),
  ...runLines(ran),
  ...listed,
]) {
  console.log(text);
}
// Five gigabytes take minutes, and a single round would say little of them.
if (Number(values.rounds) > 1) {
  const upload = fileURLToPath(new URL('./client-upload.ts', import.meta.url));
  spawnSync(process.execPath, [...process.execArgv, upload], { stdio: 'inherit' });
}
