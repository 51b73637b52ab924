/** Requests the list of books of a service, and judges nothing. */
import { checkTarget } from './first-response.ts';
import type { Obstacle } from './halt.ts';
import type { RunOptions } from './run-options.ts';
import { createSession, cleanUp } from './session.ts';

export interface Probe {
  /** Why a run could not start; undefined if it can. */
  readonly obstacle: Obstacle | undefined;
  /** The service's clock minus ours in milliseconds; undefined without a Date header. */
  readonly skew: number | undefined;
}

/** Sends the first request of a run, and ends. */
export async function probeService(options: RunOptions): Promise<Probe> {
  const session = createSession([], { ...options, allow: new Set(['read']) });
  try {
    const obstacle = await checkTarget(session.backstage.wire, options);
    return { obstacle, skew: session.clock.skew() };
  } finally {
    await cleanUp(session);
  }
}
