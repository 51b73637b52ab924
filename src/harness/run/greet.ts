/** The first request of a run: whether the service answers and accepts the key. */
import { type StopReason, Unanswered } from '../evidence/index.ts';
import { createScope, type Wire } from '../wire/index.ts';
import type { SessionOptions } from './session-options.ts';

/** Why a session cannot go on, in one sentence for the user. */
export interface Obstacle {
  readonly stopped: StopReason;
  readonly because: string;
}

/** Asks for one book of the list; returns what stands in the way, if anything. */
export async function greet(wire: Wire, options: SessionOptions): Promise<Obstacle | undefined> {
  const scope = createScope(options.signal);
  try {
    const hello = await wire({ method: 'GET', path: '/books', query: { perPage: '1' } }, scope);
    if (hello.status !== 401) return undefined;
    const because = 'The service refused the key (401). Set DISTRIBUTION_API_KEY to a valid one.';
    return { stopped: 'key refused', because };
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    const because = `Nothing answered at ${options.baseUrl}: ${error.message}.`;
    return { stopped: 'unreachable', because };
  }
}
