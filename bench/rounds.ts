/** Interleaved rounds: every server in every round, in another order each time. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { key, type Server } from './servers.ts';

export type Question = 'list of 50' | 'get by id';

export interface Effort {
  readonly rounds: number;
  readonly requests: number;
  readonly connections: number;
}

/** CPU per request in microseconds, by server: one sample a round. */
export type Costs = Readonly<Record<string, readonly number[]>>;

/** Measures all servers with the same request. The first round only warms up. */
export async function measure(
  question: Question,
  servers: readonly Server[],
  effort: Effort,
): Promise<Costs> {
  const samples = new Map<string, number[]>(servers.map(({ name }) => [name, []]));
  for (let round = 0; round <= effort.rounds; round += 1) {
    for (const server of rotated(servers, round)) {
      const cost = await cpuPerRequest(server, question, effort);
      if (round > 0) samples.get(server.name)?.push(cost);
    }
  }
  return Object.fromEntries(samples);
}

async function cpuPerRequest(server: Server, question: Question, effort: Effort): Promise<number> {
  const url = question === 'list of 50' ? server.listUrl : server.bookUrl;
  const before = await server.usage();
  const requests = await burst({ url, headers: { apikey: key }, ...effort });
  const after = await server.usage();
  return (after.cpu - before.cpu) / requests;
}

function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

/**
 * Returns how much more one server costs than another: the median of the ratios within each round.
 * A busy machine slows down both servers of a round, but not all rounds equally.
 */
export function ratio(costs: Costs, one: string, other: string): number {
  const others = costs[other] ?? [];
  return median((costs[one] ?? []).map((cost, round) => cost / (others[round] ?? Number.NaN)));
}

/** Returns the median; of an even number of values, the lower of the two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (middle === undefined) throw new Error('a median needs at least one value');
  return middle;
}

const autocannon = fileURLToPath(import.meta.resolve('autocannon'));
const run = promisify(execFile);

interface Burst {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly requests: number;
  readonly connections: number;
}

/** Sends this many requests with autocannon, in a separate process. Throws if any of them fails. */
async function burst({ url, headers, requests, connections }: Burst): Promise<number> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const options = ['-j', '-n', '-a', String(requests), '-c', String(connections)];
  const { stdout } = await run(process.execPath, [autocannon, ...options, ...named, url]);
  const report: unknown = JSON.parse(stdout);
  const [answered, refused, broken] = ['2xx', 'non2xx', 'errors'].map((field) =>
    count(report, field),
  );
  if (answered === undefined || answered === 0 || refused !== 0 || broken !== 0) {
    throw new Error(
      `${url} returned ${answered} successes and ${refused} other statuses, and ${broken} requests failed`,
    );
  }
  return answered;
}

function count(report: unknown, field: string): number {
  const value: unknown =
    typeof report === 'object' && report !== null ? Reflect.get(report, field) : undefined;
  if (typeof value !== 'number')
    throw new Error(`the report of autocannon has no number '${field}'`);
  return value;
}

/** Returns one line of a benchmark's table: name, figure and goal. */
export function line(name: string, value: string, aim = ''): string {
  return `${name.padEnd(48)}${value.padStart(12)}   ${aim}`.trimEnd();
}
