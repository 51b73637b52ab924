/** Sends requests at a fixed rate, alternately through the proxy and directly. */
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

interface TimedResponse {
  readonly status: number;
  readonly rawHeaders: readonly string[];
  readonly text: string;
  /** Until the last byte. */
  readonly milliseconds: number;
}

const agent = new Agent({ keepAlive: true });

/** Sends a GET; rejects if the connection breaks. */
export async function get(url: string, key: string): Promise<TimedResponse> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const outgoing = request(url, { agent, headers: { apikey: key } }, (response) => {
      const parts: string[] = [];
      response.setEncoding('utf8');
      response.on('data', (part) => parts.push(String(part)));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          rawHeaders: response.rawHeaders,
          text: parts.join(''),
          milliseconds: performance.now() - start,
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

interface Load {
  /** Addresses of the same call, directly and through the proxy. */
  readonly direct: string;
  readonly watched: string;
  readonly key: string;
  /** Requests per second through the proxy, and as many directly. */
  readonly rate: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly sent: number;
  readonly failed: number;
  /** The actual number of requests per second through the proxy. */
  readonly rate: number;
  /** Medians in milliseconds. */
  readonly direct: number;
  readonly watched: number;
}

/** Sends pairs of requests, one directly and one through the proxy, in alternating order. */
export async function runLoad({ direct, watched, key, rate, seconds }: Load): Promise<LoadResult> {
  const times: Record<'direct' | 'watched', number[]> = { direct: [], watched: [] };
  let failed = 0;
  const send = async (url: string, durations: number[]): Promise<void> => {
    const response = await get(url, key).catch(() => undefined);
    if (response?.status === 200) durations.push(response.milliseconds);
    else failed += 1;
  };
  const pending: Promise<void>[] = [];
  const start = performance.now();
  const count = rate * seconds;
  for (let number = 0; number < count; number += 1) {
    const delay = start + (number * 1000) / rate - performance.now();
    if (delay > 0) await pause(delay);
    const isDirectFirst = number % 2 === 0;
    if (isDirectFirst) pending.push(send(direct, times.direct));
    pending.push(send(watched, times.watched));
    if (!isDirectFirst) pending.push(send(direct, times.direct));
  }
  const elapsed = (performance.now() - start) / 1000;
  await Promise.all(pending);
  return {
    sent: count,
    failed,
    rate: Math.round(count / elapsed),
    direct: median(times.direct),
    watched: median(times.watched),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
