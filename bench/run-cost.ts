/** What judging costs: a full run against the same requests replayed without judging, and under latency. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Consent } from '../src/harness/target.ts';
import type { Outcome } from '../src/harness/finding.ts';
import { run } from '../src/harness/run.ts';
import { unboundRun } from '../src/harness/unbound-run.ts';
import type { Network } from '../src/harness/wire.ts';
import { suite } from '../tests/suite.ts';
import { bookdist } from './child.ts';

const concurrency = 8;
const everything: readonly Consent[] = ['read', 'write', 'publish', 'delete'];

interface Recorded {
  readonly url: string;
  readonly init: RequestInit;
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
}

export interface RunCost {
  /** Milliseconds of a full run. */
  readonly judged: number;
  /** Milliseconds of the same requests, sent to a server that has the answers ready. */
  readonly replayed: number;
  readonly requests: number;
  readonly requestsWithoutPublish: number;
  /** Milliseconds of a run whose every answer comes 50 ms late. */
  readonly delayed: number;
  /** Milliseconds of lateness, summed over its requests. */
  readonly lateness: number;
}

/** Measures all of it on a sandbox in a process of its own. */
export async function runCost(): Promise<RunCost> {
  const sandbox = await bookdist(['sandbox', '--port', '0']);
  try {
    const origin = new URL(sandbox.address).origin;
    const recorded: Recorded[] = [];
    await asked(origin, everything, recording(recorded));
    const whole = await asked(origin, everything, fetch);
    const careful = await asked(origin, ['read', 'write', 'delete'], fetch);
    const late = await asked(origin, everything, delaying(50));
    return {
      judged: whole.took,
      replayed: await replay(recorded),
      requests: whole.requests,
      requestsWithoutPublish: careful.requests,
      delayed: late.took,
      lateness: late.requests * 50,
    };
  } finally {
    await sandbox.end();
  }
}

async function asked(
  origin: string,
  allow: readonly Consent[],
  network: Network,
): Promise<Outcome> {
  return run(suite, {
    ...unboundRun,
    baseUrl: `${origin}/v2/distribution`,
    apiKey: 'sandbox-key',
    allow: new Set(allow),
    seed: 1,
    concurrency,
    network,
  });
}

function recording(into: Recorded[]): Network {
  return async (url, request) => {
    const response = await fetch(url, request);
    const text = await response.clone().text();
    const type = response.headers.get('content-type');
    const { signal: _ended, ...init } = request;
    into.push({ url, init, status: response.status, type, text });
    return response;
  };
}

function delaying(milliseconds: number): Network {
  return async (url, request) => {
    const response = await fetch(url, request);
    await pause(milliseconds);
    return response;
  };
}

/** Sends what was recorded, so many at once, to a server that only looks up the answer. */
async function replay(recorded: readonly Recorded[]): Promise<number> {
  const server = createServer((request, response) => {
    const found = recorded[Number(request.headers['x-number'])];
    request.resume();
    request.once('end', () => {
      response.writeHead(found?.status ?? 500, found?.type ? { 'content-type': found.type } : {});
      response.end(found?.text);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const began = performance.now();
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let number = next++; number < recorded.length; number = next++) {
      const one = recorded[number];
      if (one === undefined) return;
      const { pathname, search } = new URL(one.url);
      const headers = {
        ...Object.fromEntries(new Headers(one.init.headers)),
        'x-number': `${number}`,
      };
      const response = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
        ...one.init,
        headers,
      });
      await response.text();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const took = performance.now() - began;
  server.closeAllConnections();
  server.close();
  return took;
}
