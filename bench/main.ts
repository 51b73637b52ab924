/** Compares the sandbox with a public mock and with bare node:http, interleaved, in CPU per request. */
import { parseArgs } from 'node:util';
import { start } from './child.ts';
import { measure, type Costs, type Question } from './rounds.ts';
import { startup, type Startup } from './startup.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '4' },
  },
});

async function compare(): Promise<Costs> {
  const sandbox = await start('sandbox');
  const bare = await start('bare', [sandbox.listUrl, sandbox.bookUrl, sandbox.headers.apikey]);
  const prism = await start('prism');
  const servers = [sandbox, bare, prism];
  try {
    return await measure(servers, {
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
      connections: Number(values.connections),
    });
  } finally {
    await Promise.all(servers.map(async ({ end }) => end()));
  }
}

function line(name: string, value: string, aim: string): string {
  return `${name.padEnd(36)}${value.padStart(12)}   ${aim}`;
}

function costLines(question: Question, costs: Costs, prismAim: string): string[] {
  const { sandbox = Number.NaN, bare = Number.NaN, prism = Number.NaN } = costs[question];
  const micros = (cost: number): string => `${Math.round(cost)} µs`;
  return [
    line(`${question}: sandbox`, micros(sandbox), ''),
    line(`${question}: bare node:http`, micros(bare), ''),
    line(`${question}: Prism`, micros(prism), ''),
    line(`${question}: sandbox / bare`, (sandbox / bare).toFixed(2), 'aim: at most 2.5'),
    line(`${question}: sandbox / Prism`, (sandbox / prism).toFixed(2), prismAim),
  ];
}

function startupLines({ ready, idle }: Startup): string[] {
  return [
    line('ready, built command', `${Math.round(ready)} ms`, 'aim: at most 1000 ms'),
    line('idle, built command', `${Math.round(idle)} MB`, 'aim: under 120 MB'),
  ];
}

const costs = await compare();
const started = await startup(3);
console.log(
  `CPU per request of the server process, medians of ${values.rounds} interleaved rounds`,
);
for (const text of [
  ...costLines('list of 50', costs, 'aim: at most 0.33'),
  ...costLines('get by id', costs, ''),
  ...startupLines(started),
]) {
  console.log(text);
}
