/** Sends requests at a fixed rate, alternately through the proxy and directly. */
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

export interface Answer {
  readonly status: number;
  readonly rawHeaders: readonly string[];
  readonly text: string;
  /** Milliseconds from sending until the last byte. */
  readonly took: number;
}

const agent = new Agent({ keepAlive: true });

/** Sends a GET; rejects if the connection breaks. */
export async function get(url: string, key: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
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
          took: performance.now() - began,
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

export interface Load {
  /** Addresses of the same call, directly and through the proxy. */
  readonly direct: string;
  readonly watched: string;
  readonly key: string;
  /** Requests through the proxy in a second. */
  readonly rate: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly sent: number;
  readonly failed: number;
  /** The actual number of requests through the proxy in a second. */
  readonly rate: number;
  /** Medians in milliseconds. */
  readonly direct: number;
  readonly watched: number;
}

/** Sends pairs of requests, one directly and one through the proxy; which goes first alternates. */
export async function runLoad({ direct, watched, key, rate, seconds }: Load): Promise<LoadResult> {
  const took: Record<'direct' | 'watched', number[]> = { direct: [], watched: [] };
  let failed = 0;
  const send = async (url: string, into: number[]): Promise<void> => {
    const answer = await get(url, key).catch(() => undefined);
    if (answer?.status === 200) into.push(answer.took);
    else failed += 1;
  };
  const pending: Promise<void>[] = [];
  const began = performance.now();
  const count = rate * seconds;
  for (let number = 0; number < count; number += 1) {
    const delay = began + (number * 1000) / rate - performance.now();
    if (delay > 0) await pause(delay);
    const first = number % 2 === 0;
    if (first) pending.push(send(direct, took.direct));
    pending.push(send(watched, took.watched));
    if (!first) pending.push(send(direct, took.direct));
  }
  const elapsed = (performance.now() - began) / 1000;
  await Promise.all(pending);
  return {
    sent: count,
    failed,
    rate: Math.round(count / elapsed),
    direct: median(took.direct),
    watched: median(took.watched),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
