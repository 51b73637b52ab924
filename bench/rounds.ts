/** Measures servers in interleaved rounds: every server in every round, in a different order each time. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { key, type Server } from './servers.ts';

export type RequestKind = 'list of 50' | 'get by id';

export interface Effort {
  readonly rounds: number;
  readonly requests: number;
  readonly connections: number;
}

/** The CPU per request in microseconds, by server; one sample per round. */
export type Costs = Readonly<Record<string, readonly number[]>>;

/** Measures all servers with the same request. The first round only warms up. */
export async function measure(
  requestKind: RequestKind,
  servers: readonly Server[],
  effort: Effort,
): Promise<Costs> {
  const samples = new Map<string, number[]>(servers.map(({ name }) => [name, []]));
  for (let round = 0; round <= effort.rounds; round += 1) {
    for (const server of rotate(servers, round)) {
      const cost = await measureRequestCpu(server, requestKind, effort);
      if (round > 0) samples.get(server.name)?.push(cost);
    }
  }
  return Object.fromEntries(samples);
}

async function measureRequestCpu(
  server: Server,
  requestKind: RequestKind,
  effort: Effort,
): Promise<number> {
  const url = requestKind === 'list of 50' ? server.listUrl : server.bookUrl;
  const before = await server.usage();
  const requests = await sendBurst({ url, headers: { apikey: key }, ...effort });
  const after = await server.usage();
  return (after.cpu - before.cpu) / requests;
}

function rotate<Item>(items: readonly Item[], by: number): Item[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

/**
 * Returns the ratio between the costs of two servers: the median of the ratios within each round.
 * A busy machine slows down both servers of a round, but not all rounds equally.
 */
export function ratio(costs: Costs, first: string, second: string): number {
  const secondCosts = costs[second] ?? [];
  return median(
    (costs[first] ?? []).map((cost, round) => cost / (secondCosts[round] ?? Number.NaN)),
  );
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

/** Sends requests with autocannon, in a separate process, and returns their number. Throws if any of them fails. */
async function sendBurst({ url, headers, requests, connections }: Burst): Promise<number> {
  const headerOptions = Object.entries(headers).flatMap(([name, value]) => [
    '-H',
    `${name}=${value}`,
  ]);
  const options = ['-j', '-n', '-a', String(requests), '-c', String(connections)];
  const { stdout } = await run(process.execPath, [autocannon, ...options, ...headerOptions, url]);
  const report: unknown = JSON.parse(stdout);
  const [successCount, otherCount, errorCount] = ['2xx', 'non2xx', 'errors'].map((field) =>
    readCount(report, field),
  );
  if (successCount === undefined || successCount === 0 || otherCount !== 0 || errorCount !== 0) {
    throw new Error(
      `${url} returned ${successCount} successes and ${otherCount} other statuses, and ${errorCount} requests failed`,
    );
  }
  return successCount;
}

function readCount(report: unknown, field: string): number {
  const value: unknown =
    typeof report === 'object' && report !== null ? Reflect.get(report, field) : undefined;
  if (typeof value !== 'number')
    throw new Error(`the report of autocannon has no number '${field}'`);
  return value;
}

/** Returns one line of a benchmark's table: name, figure and goal. */
export function formatLine(name: string, value: string, aim = ''): string {
  return `${name.padEnd(48)}${value.padStart(12)}   ${aim}`.trimEnd();
}
