/** A burst of load from autocannon, in its own process so that its cost is not the server's. */
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

/** Sends this many requests. Throws if any of them fails. */
export async function burst({ url, headers, requests, connections }: Burst): Promise<number> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const options = ['-j', '-n', '-a', String(requests), '-c', String(connections)];
  const { stdout } = await run(process.execPath, [autocannon, ...options, ...named, url]);
  const report: unknown = JSON.parse(stdout);
  const [answered, refused, broken] = ['2xx', 'non2xx', 'errors'].map((key) => count(report, key));
  if (answered === undefined || answered === 0 || refused !== 0 || broken !== 0) {
    throw new Error(
      `${url} returned ${answered} successes and ${refused} other statuses, and ${broken} requests failed`,
    );
  }
  return answered;
}

function count(report: unknown, key: string): number {
  const value: unknown =
    typeof report === 'object' && report !== null ? Reflect.get(report, key) : undefined;
  if (typeof value !== 'number') throw new Error(`the report of autocannon has no number '${key}'`);
  return value;
}
