/** Explores the service with what is left of a run's budget after its cases. */
import { createNovelty, explore } from '../explore/index.ts';
import type { Session } from './session.ts';

/** More clients would rarely overlap on one book, and each needs books of its own. */
const maxClients = 4;

export async function exploreInSession(session: Session): Promise<void> {
  const { options, halt, tally, backstage, monitoring, describe } = session;
  const { explore: budget, maxRequests = Infinity, seed, concurrency } = options;
  if (budget === undefined || halt.obstacle() !== undefined || options.reach === 'shape') return;
  const startTime = performance.now();
  const { requests = Infinity, time = Infinity } = budget;
  const mayContinue = (): boolean =>
    halt.obstacle() === undefined &&
    tally.requests < Math.min(requests, maxRequests) &&
    performance.now() - startTime < time;
  await explore({
    context: backstage,
    world: monitoring.world,
    describe,
    seed,
    clients: Math.min(maxClients, concurrency),
    mayContinue,
    signal: halt.signal,
    onStep: async () => undefined,
    novelty: createNovelty(),
    waitsAreFree: options.pause !== undefined,
  });
}
