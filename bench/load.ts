/** One burst of load from autocannon, in a process of its own so that its cost is not the server's. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const autocannon = fileURLToPath(import.meta.resolve('autocannon'));
const run = promisify(execFile);

export interface Burst {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly requests: number;
  readonly connections: number;
}

/** Sends so many requests and says how many were answered well; throws if any was not. */
export async function burst({ url, headers, requests, connections }: Burst): Promise<number> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const options = ['-j', '-n', '-a', String(requests), '-c', String(connections)];
  const { stdout } = await run(process.execPath, [autocannon, ...options, ...named, url]);
  const told: unknown = JSON.parse(stdout);
  const [answered, refused, broken] = ['2xx', 'non2xx', 'errors'].map((key) => count(told, key));
  if (answered === undefined || answered === 0 || refused !== 0 || broken !== 0) {
    throw new Error(
      `${url} answered ${answered} times well, ${refused} badly, ${broken} broke off`,
    );
  }
  return answered;
}

function count(told: unknown, key: string): number {
  const value: unknown =
    typeof told === 'object' && told !== null ? Reflect.get(told, key) : undefined;
  if (typeof value !== 'number') throw new Error(`autocannon's answer has no number '${key}'`);
  return value;
}
