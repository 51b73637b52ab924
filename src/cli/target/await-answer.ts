/** Waits until a service responds, for pipelines that have just started one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { explainNetworkFailure, type Network } from '../../harness/wire/index.ts';
import type { Shell } from '../shell/index.ts';

export interface Awaiting {
  readonly baseUrl: string;
  readonly network: Network;
  /** Milliseconds; undefined for no wait. */
  readonly wait: number | undefined;
  readonly signal: AbortSignal;
  readonly shell: Shell;
}

/** The statuses of a gateway that has no service behind it yet. */
const notYet: ReadonlySet<number> = new Set([502, 503, 504]);
const firstPause = 500;
const longestPause = 5_000;
const oneAnswer = 10_000;

/**
 * Requests the list without a key, with growing pauses, until something other than a gateway responds.
 * Reports on stderr that it waits, and for how long it had to. The run judges the service itself.
 */
export async function awaitAnswer(awaiting: Awaiting): Promise<void> {
  const { wait, signal, shell, baseUrl } = awaiting;
  if (wait === undefined) return;
  const began = performance.now();
  let silent = await whySilent(awaiting);
  if (silent === undefined) return;
  shell.err(`Waiting up to ${seconds(wait)} for ${baseUrl}: ${silent}.\n`);
  for (let pause = firstPause; silent !== undefined; pause = Math.min(pause * 2, longestPause)) {
    const left = wait - (performance.now() - began);
    if (signal.aborted || left <= 0) return;
    // An interruption ends the pause; the loop sees it next.
    await sleep(Math.min(pause, left), undefined, { signal }).catch(() => undefined);
    silent = await whySilent(awaiting);
  }
  shell.err(`It answered after ${seconds(performance.now() - began)}.\n`);
}

/** Requests the list without a key, and returns the status. Rejects after ten seconds. */
export async function statusWithoutKey(
  baseUrl: string,
  network: Network,
  signal?: AbortSignal,
): Promise<number> {
  const timeout = AbortSignal.timeout(oneAnswer);
  const answer = await network(`${baseUrl}/books?perPage=1`, {
    method: 'GET',
    headers: { accept: 'application/json' },
    redirect: 'manual',
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  });
  await answer.text();
  return answer.status;
}

/** Returns undefined after a response of the service. */
async function whySilent({ baseUrl, network, signal }: Awaiting): Promise<string | undefined> {
  try {
    const status = await statusWithoutKey(baseUrl, network, signal);
    return notYet.has(status) ? `a gateway answers with ${status}` : undefined;
  } catch (error) {
    return explainNetworkFailure(error, baseUrl).message;
  }
}

function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 100) / 10} s`;
}
