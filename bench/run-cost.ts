/** Measures a full run: next to the same requests replayed without judging, and with late answers. */
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome } from '../src/harness/evidence/index.ts';
import { run, type RunOptions, unboundRun } from '../src/harness/run/index.ts';
import type { Network } from '../src/harness/wire/index.ts';
import { suite } from '../tests/suite.ts';
import { listen, stop } from '../scripts/servers/listen.ts';
import { bookdist } from './child.ts';
import { line, median } from './rounds.ts';

const concurrency = 8;

interface Recorded {
  readonly url: string;
  readonly init: RequestInit;
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
}

interface RunCost {
  /** Milliseconds of a full run. */
  readonly whole: number;
  /** Milliseconds of a run that does not pause while it polls, as a replay does not. */
  readonly judged: number;
  /** Milliseconds of the same requests, sent to a server that returns recorded answers. */
  readonly replayed: number;
  /** Milliseconds of a run in which every answer is delayed by 50 ms. */
  readonly delayed: number;
  /** Milliseconds of all these delays together. */
  readonly lateness: number;
}

/** Measures a sandbox that runs in a separate process. */
async function runCost(): Promise<RunCost> {
  const sandbox = await bookdist(['sandbox', '--port', '0']);
  try {
    const origin = new URL(sandbox.address).origin;
    const recorded: Recorded[] = [];
    await asked(origin, { network: recording(recorded), ...unwaiting });
    const whole = await asked(origin, {});
    const late = await asked(origin, { network: delaying(50) });
    const rounds: (readonly [judged: number, replayed: number])[] = [];
    for (let round = 0; round < 3; round += 1) {
      rounds.push([(await asked(origin, unwaiting)).took, await replay(recorded)]);
    }
    return {
      whole: whole.took,
      judged: median(rounds.map(([judged]) => judged)),
      replayed: median(rounds.map(([, replayed]) => replayed)),
      delayed: late.took,
      lateness: late.requests * 50,
    };
  } finally {
    await sandbox.end();
  }
}

/** Polls without a pause and without a deadline. */
const unwaiting: Partial<RunOptions> = { pause: async () => undefined, patience: 0 };

async function asked(origin: string, options: Partial<RunOptions>): Promise<Outcome> {
  return run(suite, {
    ...unboundRun,
    baseUrl: `${origin}/v2/distribution`,
    apiKey: 'sandbox-key',
    seed: 1,
    concurrency,
    ...options,
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

/** Replays recorded requests to a server that returns the recorded answers; returns milliseconds. */
async function replay(recorded: readonly Recorded[]): Promise<number> {
  const server = createServer((request, response) => {
    const found = recorded[Number(request.headers['x-number'])];
    request.resume();
    request.once('end', () => {
      response.writeHead(found?.status ?? 500, found?.type ? { 'content-type': found.type } : {});
      response.end(found?.text);
    });
  });
  const port = await listen(server);
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
  await stop(server);
  return took;
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
const share = (part: number, whole: number): string => (part / whole).toFixed(2);
const cost = await runCost();
const lines = [
  line('full run', seconds(cost.whole)),
  line('full run without its waits', seconds(cost.judged)),
  line('the same requests, replayed', seconds(cost.replayed)),
  line('without waits / replayed', share(cost.judged, cost.replayed), 'aim: at most 1.3'),
  line('full run, answers 50 ms late', seconds(cost.delayed)),
  line('as a share of all delays', share(cost.delayed, cost.lateness), 'aim: at most 0.25'),
];
console.log(lines.join('\n'));
