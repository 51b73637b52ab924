/**
 * Compares the CPU time of reading a page of fifty books with the client, with `fetch` and with openapi-fetch.
 *
 * Bare `fetch` waits forever if a service hangs, and accepts any body as a page. The client does neither, so it is
 * also compared with a loop that sets a timeout, checks the status and reads the link to the next page.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { apiPrefix } from '../src/contract/spec.ts';
import { serveSandbox } from '../src/sandbox/index.ts';
import { createRemoteClient } from '../tests/support/sandbox/test-client.ts';

const run = promisify(execFile);
const builtClient = new URL('../dist/client/index.mjs', import.meta.url).href;
const root = fileURLToPath(new URL('..', import.meta.url));
const key = 'bench-key';

/** The CPU per call in microseconds, by library; one sample per round. */
type Costs = Readonly<Record<string, readonly number[]>>;

/**
 * A program that calls every library in every round, in a different order each round. It uses each library
 * as its README shows, and prints the CPU microseconds per call: one sample per library and round.
 */
const program = `
  import { createDistribution } from ${JSON.stringify(builtClient)};
  import createClient from 'openapi-fetch';

  const [address, apiKey, rounds, callsPerSample] = process.argv.slice(1);
  const headers = { apikey: apiKey };
  const query = { perPage: 50 };
  const { books } = createDistribution({ baseUrl: address, apiKey });
  const openapiFetch = createClient({ baseUrl: address, headers });
  const libraries = {
    client: () => books.list(query).page(),
    'client, for await': async () => {
      const data = [];
      for await (const book of books.list(query)) if (data.push(book) === 50) break;
      return { data };
    },
    'bare fetch': async () => (await fetch(address + '/books?perPage=50', { headers })).json(),
    'fetch with a timeout': async () => {
      const response = await fetch(address + '/books?perPage=50', { headers, signal: AbortSignal.timeout(30_000) });
      if (!response.ok) throw new Error('got ' + response.status);
      const { data, links } = await response.json();
      const next = links.next === null ? null : new URL(links.next, address);
      const books = [];
      for (const book of data) if (books.push(book) === 50) break;
      return { data: books, next };
    },
    'openapi-fetch': async () => (await openapiFetch.GET('/books', { params: { query } })).data,
  };

  async function measureCost(readPage) {
    const before = process.cpuUsage();
    for (let call = 0; call < callsPerSample; call += 1) {
      const { data } = await readPage();
      if (data.length !== 50) throw new Error('the page does not have 50 books');
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / callsPerSample;
  }

  const names = Object.keys(libraries);
  const costs = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const order = names.map((_, index) => names[(index + round) % names.length]);
    for (const name of order) costs[name].push(await measureCost(libraries[name]));
  }
  console.log(JSON.stringify(costs));
  process.exit();
`;

/** Rounds that do not count, because the JIT compiler still compiles the code of every library. */
const warmUpRounds = 2;

/** Enough calls that the garbage of each library is collected within its own samples. */
const callsPerSample = 600;

/** Measures every library `rounds` times after the warm-up, and returns the lines of the table. */
async function measureLines(rounds: number): Promise<readonly string[]> {
  const sandbox = await serveSandbox({ keys: [key] });
  try {
    const caller = createRemoteClient(sandbox.url, key);
    for (let book = 0; book < 50; book += 1) await caller.create('ebook');
    const address = `${sandbox.url}${apiPrefix}`;
    const args = [address, key, String(rounds + warmUpRounds), String(callsPerSample)];
    const flags = ['--input-type=module', '--eval', program];
    const { stdout } = await run(process.execPath, [...flags, ...args], { cwd: root });
    return formatLines(parseCosts(stdout));
  } finally {
    await sandbox.close();
  }
}

function parseCosts(text: string): Costs {
  const result: unknown = JSON.parse(text);
  const costs: Record<string, readonly number[]> = {};
  if (typeof result !== 'object' || result === null) throw new Error(`The program printed ${text}`);
  for (const [name, samples] of Object.entries(result)) {
    if (Array.isArray(samples)) costs[name] = samples.map(Number).slice(warmUpRounds);
  }
  return costs;
}

function formatLines(costs: Costs): readonly string[] {
  const names = Object.keys(costs);
  const formatMicroseconds = (name: string): string =>
    `${Math.round(median(costs[name] ?? []))} µs`;
  const ratioLine = (name: string): string =>
    formatLine(`page of 50: client / ${name}`, ratio(costs, 'client', name).toFixed(2));
  return [
    ...names.map((name) => formatLine(`page of 50: ${name}`, formatMicroseconds(name))),
    ratioLine('bare fetch'),
    ...['bare fetch', 'fetch with a timeout'].map((name) =>
      formatLine(
        `page of 50: for await / ${name}`,
        ratio(costs, 'client, for await', name).toFixed(2),
        'aim: at most 1.25',
      ),
    ),
    ratioLine('openapi-fetch'),
  ];
}

/** Returns one line of the table: name, figure and goal. */
function formatLine(name: string, value: string, aim = ''): string {
  return `${name.padEnd(48)}${value.padStart(12)}   ${aim}`.trimEnd();
}

/** Returns the median; of an even number of values, the lower of the two. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** Returns the median of the ratios within each round: a busy machine slows down both libraries of a round. */
function ratio(costs: Costs, first: string, second: string): number {
  const secondCosts = costs[second] ?? [];
  return median(
    (costs[first] ?? []).map((cost, round) => cost / (secondCosts[round] ?? Number.NaN)),
  );
}

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });
console.log((await measureLines(Number(values.rounds))).join('\n'));
