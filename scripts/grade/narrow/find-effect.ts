/** Finds out whether a fault can show at all: sends the same traffic to a service with the fault and to one without it. */
import fc from 'fast-check';
import { createClock, type SettableClock } from '../../../src/sandbox/parts/index.ts';
import { createMoves, makeMoves } from '../../../tests/support/random-traffic/moves.ts';
import {
  createCaller,
  parseJson,
  type TrafficRequest,
} from '../../../tests/support/random-traffic/caller.ts';
import type { ComparedService, Effect } from './compare-services.ts';

/** Ends the traffic when the fault shows. */
class FaultShown extends Error {}

/**
 * Sends traffic until the fault shows in a response.
 * @param open opens the two services, which use this clock
 * @returns undefined if every response was the same as without the fault
 */
export async function findEffect(
  open: (clock: SettableClock) => Promise<ComparedService>,
  { seed, moves }: { readonly seed: number; readonly moves: number },
): Promise<Effect | undefined> {
  const clock = createClock();
  clock.freeze();
  const service = await open(clock);
  const caller = createCaller({
    send: createSender(service, clock),
    key: service.apiKey,
    advance: async (milliseconds) => clock.advance(milliseconds),
  });
  try {
    await makeMoves(caller, fc.sample(createMoves(clock.now()), { seed, numRuns: moves }));
  } catch (error) {
    if (!(error instanceof FaultShown)) throw error;
  } finally {
    await service.close();
  }
  return service.effect();
}

function createSender({ baseUrl, network, effect }: ComparedService, clock: SettableClock) {
  return async ({ method, path, headers, body }: TrafficRequest): Promise<unknown> => {
    clock.advance(7);
    const url = path.startsWith('/') ? `${baseUrl}${path}` : path;
    const init = { method, headers, ...(body === undefined ? {} : { body }) };
    const received = await network(url, init);
    if (effect() !== undefined) throw new FaultShown();
    return parseJson(await received.text());
  };
}
