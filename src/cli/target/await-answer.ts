/** Waits until a service responds, for pipelines that have just started one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { explainNetworkFailure, type Network } from '../../harness/wire/index.ts';
import type { Shell } from '../shell/index.ts';

export interface WaitOptions {
  readonly baseUrl: string;
  readonly network: Network;
  /** How many milliseconds to wait at most; undefined for no wait. */
  readonly wait: number | undefined;
  readonly signal: AbortSignal;
  readonly shell: Shell;
}

/** The statuses of a gateway whose service has not started yet. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);
const firstPause = 500;
const longestPause = 5_000;
const responseTimeout = 10_000;

/**
 * Requests the list without a key, with growing pauses, until the service responds or the time is over.
 * Prints on stderr how long it waits. Never rejects: the run itself reports that the service is missing.
 */
export async function waitForService(options: WaitOptions): Promise<void> {
  const { wait, signal, shell, baseUrl } = options;
  if (wait === undefined) return;
  const startedAt = performance.now();
  let reason = await explainMissingResponse(options);
  if (reason === undefined) return;
  shell.err(`Waiting up to ${formatSeconds(wait)} for ${baseUrl}: ${reason}.\n`);
  for (let pause = firstPause; reason !== undefined; pause = Math.min(pause * 2, longestPause)) {
    const remainingTime = wait - (performance.now() - startedAt);
    if (signal.aborted || remainingTime <= 0) return;
    // An interruption ends the pause. The next iteration then returns.
    await sleep(Math.min(pause, remainingTime), undefined, { signal }).catch(() => undefined);
    reason = await explainMissingResponse(options);
  }
  shell.err(`It responded after ${formatSeconds(performance.now() - startedAt)}.\n`);
}

/** Requests the list without a key, and returns the status. Rejects after ten seconds. */
export async function fetchStatusWithoutKey(
  baseUrl: string,
  network: Network,
  signal?: AbortSignal,
): Promise<number> {
  const timeout = AbortSignal.timeout(responseTimeout);
  const response = await network(`${baseUrl}/books?perPage=1`, {
    method: 'GET',
    headers: { accept: 'application/json' },
    redirect: 'manual',
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  });
  await response.text();
  return response.status;
}

/** Requests the list, and returns why there is no response; undefined if the service responds. */
async function explainMissingResponse(options: WaitOptions): Promise<string | undefined> {
  const { baseUrl, network, signal } = options;
  try {
    const status = await fetchStatusWithoutKey(baseUrl, network, signal);
    return gatewayStatuses.has(status) ? `a gateway responds with ${status}` : undefined;
  } catch (error) {
    return explainNetworkFailure(error, baseUrl).message;
  }
}

function formatSeconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 100) / 10} s`;
}
