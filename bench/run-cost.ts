/** Measures a full run: the share of its CPU time that the monitor uses, and its duration with late responses. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Exchange, RunOutcome } from '../src/harness/evidence/index.ts';
import { run, type RunOptions, unboundRun } from '../src/harness/run/index.ts';
import type { Network } from '../src/harness/wire/index.ts';
import { createWorld, observe } from '../src/monitor/index.ts';
import { suite } from '../tests/suite.ts';
import { startBookdist } from './child.ts';
import { formatLine, median } from './rounds.ts';

const rounds = 5;

interface RunCost {
  /** Milliseconds of a full run. */
  readonly duration: number;
  /** CPU milliseconds of a full run. The service runs in another process. */
  readonly runCpu: number;
  /** CPU milliseconds of the monitor alone, over the exchanges of such a run. */
  readonly monitorCpu: number;
  /** Milliseconds of a run in which every response is delayed by 50 ms. */
  readonly delayedDuration: number;
  /** Milliseconds of all these delays together. */
  readonly totalDelay: number;
}

async function measureRun(): Promise<RunCost> {
  const sandbox = await startBookdist(['sandbox', '--port', '0']);
  try {
    const origin = new URL(sandbox.address).origin;
    const samples: { duration: number; runCpu: number; monitorCpu: number }[] = [];
    // The first round only warms up.
    for (let round = 0; round <= rounds; round += 1) {
      const exchanges: Exchange[] = [];
      const started = process.cpuUsage();
      const { took: duration } = await verify(origin, {
        onEvent: (event) => {
          if (event.type === 'exchanged') exchanges.push(event.exchange);
        },
      });
      const runCpu = getCpuSince(started);
      const sample = { duration, runCpu, monitorCpu: measureMonitor(exchanges) };
      if (round > 0) samples.push(sample);
    }
    const delayed = await verify(origin, { network: createDelayingNetwork(50) });
    return {
      duration: median(samples.map((sample) => sample.duration)),
      runCpu: median(samples.map((sample) => sample.runCpu)),
      monitorCpu: median(samples.map((sample) => sample.monitorCpu)),
      delayedDuration: delayed.took,
      totalDelay: delayed.requests * 50,
    };
  } finally {
    await sandbox.end();
  }
}

async function verify(origin: string, options: Partial<RunOptions>): Promise<RunOutcome> {
  return run(suite, {
    ...unboundRun,
    baseUrl: `${origin}/v2/distribution`,
    apiKey: 'sandbox-key',
    seed: 1,
    concurrency: 8,
    ...options,
  });
}

/** Judges all exchanges once more; returns CPU milliseconds. */
function measureMonitor(exchanges: readonly Exchange[]): number {
  const started = process.cpuUsage();
  let world = createWorld();
  for (const exchange of exchanges) ({ world } = observe(world, exchange));
  return getCpuSince(started);
}

function getCpuSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

function createDelayingNetwork(milliseconds: number): Network {
  return async (url, request) => {
    const response = await fetch(url, request);
    await pause(milliseconds);
    return response;
  };
}

const formatSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
const cost = await measureRun();
const unjudgedCpu = cost.runCpu - cost.monitorCpu;
const delayShare = cost.delayedDuration / cost.totalDelay;
const lines = [
  formatLine('full run', formatSeconds(cost.duration)),
  formatLine('CPU of a full run', formatSeconds(cost.runCpu)),
  formatLine('CPU of the monitor alone', formatSeconds(cost.monitorCpu)),
  formatLine(
    'with / without the monitor',
    (cost.runCpu / unjudgedCpu).toFixed(2),
    'aim: at most 1.3',
  ),
  formatLine('full run, responses 50 ms late', formatSeconds(cost.delayedDuration)),
  formatLine('as a share of all delays', delayShare.toFixed(2), 'aim: at most 0.25'),
];
console.log(lines.join('\n'));
