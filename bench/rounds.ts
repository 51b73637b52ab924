/** Interleaved rounds: every server in every round, each round in another order, medians over the rounds. */
import type { Child } from './child.ts';
import { burst } from './load.ts';

export type Question = 'list of 50' | 'get by id';

export interface Effort {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
}

/** CPU per request in microseconds: question, server, median. */
export type Costs = Record<Question, Record<string, number>>;

/** Measures all servers with both questions; the first round only warms up. */
export async function measure(servers: readonly Child[], effort: Effort): Promise<Costs> {
  return {
    'list of 50': await costOf('list of 50', servers, effort),
    'get by id': await costOf('get by id', servers, effort),
  };
}

async function costOf(
  question: Question,
  servers: readonly Child[],
  effort: Effort,
): Promise<Record<string, number>> {
  const samples = new Map<string, number[]>(servers.map(({ name }) => [name, []]));
  for (let round = 0; round <= effort.rounds; round += 1) {
    for (const server of rotated(servers, round)) {
      const cost = await cpuPerRequest(server, question, effort);
      if (round > 0) samples.get(server.name)?.push(cost);
    }
  }
  return Object.fromEntries([...samples].map(([name, costs]) => [name, median(costs)]));
}

async function cpuPerRequest(server: Child, question: Question, effort: Effort): Promise<number> {
  const url = question === 'list of 50' ? server.listUrl : server.bookUrl;
  const before = await server.usage();
  const requests = await burst({ url, headers: server.headers, ...effort });
  const after = await server.usage();
  return (after.cpu - before.cpu) / requests;
}

function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

/** The middle value; of an even number, the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (middle === undefined) throw new Error('a median needs at least one value');
  return middle;
}
