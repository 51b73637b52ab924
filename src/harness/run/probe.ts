/** Requests the list of books of a service, and judges nothing. */
import { createSession } from './session.ts';
import type { SessionOptions } from './session-options.ts';
import type { Obstacle } from './halt.ts';

export interface Probe {
  /** Why a run could not start; undefined if it can. */
  readonly obstacle: Obstacle | undefined;
  /** The service's clock minus ours in milliseconds; undefined without a Date header. */
  readonly skew: number | undefined;
}

/** Sends the first request of a run, and ends. */
export async function probeService(options: SessionOptions): Promise<Probe> {
  const session = createSession([], { ...options, allow: new Set(['read']) });
  try {
    const obstacle = await session.greet();
    return { obstacle, skew: session.clock.skew() };
  } finally {
    await session.cleanUp();
  }
}
