/**
 * Compares the CPU of reading a page of fifty books: with the client, `fetch` and other runtimes.
 *
 * Bare `fetch` waits for ever when a service hangs, and takes any body for a page. The client does neither, so it is
 * compared with a loop too that sets a time limit, checks the status and reads the link to the next page.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { bareServer } from './child.ts';
import { line, median, ratio, type Costs } from './rounds.ts';
import { filledSandbox, key } from './servers.ts';

const run = promisify(execFile);
const built = new URL('../dist/client/index.mjs', import.meta.url).href;
const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Calls every library in every round, in a different order each round, in one process. Prints the CPU
 * microseconds per call, one sample per round. Each library is used as its own README shows.
 */
const program = `
  import { createDistribution } from ${JSON.stringify(built)};
  import ky from 'ky';
  import { ofetch } from 'ofetch';
  import OpenAI from 'openai';
  import createClient from 'openapi-fetch';

  const [address, apiKey, rounds, calls] = process.argv.slice(1);
  const headers = { apikey: apiKey };
  const query = { perPage: 50 };
  const { books } = createDistribution({ baseUrl: address, apiKey });
  const typed = createClient({ baseUrl: address, headers });
  const short = ofetch.create({ baseURL: address, headers });
  const hooked = ky.create({ prefixUrl: address, headers });
  // The runtime of clients that are generated this way: retries, time limits, pages, logs.
  const generated = new OpenAI({ baseURL: address, apiKey, defaultHeaders: headers });
  const ways = {
    client: () => books.list(query).page(),
    'client, for await': async () => {
      const data = [];
      for await (const book of books.list(query)) if (data.push(book) === 50) break;
      return { data };
    },
    'bare fetch': async () => (await fetch(address + '/books?perPage=50', { headers })).json(),
    'fetch with a time limit': async () => {
      const response = await fetch(address + '/books?perPage=50', { headers, signal: AbortSignal.timeout(30_000) });
      if (!response.ok) throw new Error('answered ' + response.status);
      const { data, links } = await response.json();
      const next = links.next === null ? null : new URL(links.next, address);
      const books = [];
      for (const book of data) if (books.push(book) === 50) break;
      return { data: books, next };
    },
    'openapi-fetch': async () => (await typed.GET('/books', { params: { query } })).data,
    ky: () => hooked.get('books', { searchParams: query }).json(),
    ofetch: () => short('/books', { query }),
    openai: () => generated.get('/books', { query }),
  };

  async function cost(ask) {
    const before = process.cpuUsage();
    for (let call = 0; call < calls; call += 1) {
      const { data } = await ask();
      if (data.length !== 50) throw new Error('the page does not have 50 books');
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / calls;
  }

  const names = Object.keys(ways);
  const costs = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const turned = names.map((_, at) => names[(at + round) % names.length]);
    for (const name of turned) costs[name].push(await cost(ways[name]));
  }
  console.log(JSON.stringify(costs));
  process.exit();
`;

/** Rounds that are not counted, so that every way is compiled. */
const warmUp = 2;

/** Enough that each way pays for its own garbage collection within its turn. */
const callsPerTurn = 600;

/** Measures every way, `rounds` times after the warm-up. */
async function listLines(rounds: number): Promise<readonly string[]> {
  const sandbox = await filledSandbox();
  // The bare server answers every address with this page.
  const server = await bareServer([sandbox.listUrl, sandbox.listUrl, key]);
  try {
    const args = [server.address, key, String(rounds + warmUp), String(callsPerTurn)];
    const flags = ['--input-type=module', '--eval', program];
    const { stdout } = await run(process.execPath, [...flags, ...args], { cwd: root });
    return linesFor(costsIn(stdout));
  } finally {
    await Promise.all([server.end(), sandbox.end()]);
  }
}

function costsIn(text: string): Costs {
  const result: unknown = JSON.parse(text);
  const costs: Record<string, readonly number[]> = {};
  if (typeof result !== 'object' || result === null) throw new Error(`The program result ${text}`);
  for (const [name, samples] of Object.entries(result)) {
    if (Array.isArray(samples)) costs[name] = samples.map(Number).slice(warmUp);
  }
  return costs;
}

function linesFor(costs: Costs): readonly string[] {
  const names = Object.keys(costs);
  const micros = (name: string): string => `${Math.round(median(costs[name] ?? []))} µs`;
  const compared = (name: string, aim: string): string =>
    line(`page of 50: client / ${name}`, ratio(costs, 'client', name).toFixed(2), aim);
  return [
    ...names.map((name) => line(`page of 50: ${name}`, micros(name))),
    compared('bare fetch', ''),
    ...['bare fetch', 'fetch with a time limit'].map((name) =>
      line(
        `page of 50: for await / ${name}`,
        ratio(costs, 'client, for await', name).toFixed(2),
        'aim: at most 1.25',
      ),
    ),
    compared('openapi-fetch', ''),
    ...['ky', 'ofetch', 'openai'].map((name) => compared(name, 'aim: below 1')),
  ];
}

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });
console.log((await listLines(Number(values.rounds))).join('\n'));
