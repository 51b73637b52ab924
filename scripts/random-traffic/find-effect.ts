/** Finds out whether a fault can show at all: sends the same traffic to a service with the fault and to one without it. */
import { isArray, isObject, type Json } from '../../src/contract/json-pointer.ts';
import { createClock, type SettableClock } from '../../src/sandbox/parts/index.ts';
import type { ComparedService, Effect } from './compare-services.ts';
import { createRandom } from './random.ts';
import { driveTraffic } from './traffic.ts';
import type { TrafficRequest } from './traffic-calls.ts';

/** Ends the traffic when the fault shows. */
class FaultShown extends Error {}

/**
 * Drives traffic until the fault shows in a response.
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
  try {
    await driveTraffic(
      {
        send: createSender(service, clock),
        key: service.apiKey,
        random: createRandom(seed),
        now: clock.now,
        advance: async (milliseconds) => clock.advance(milliseconds),
      },
      moves,
    );
  } catch (error) {
    if (!(error instanceof FaultShown)) throw error;
  } finally {
    await service.close();
  }
  return service.effect();
}

function createSender({ baseUrl, network, effect }: ComparedService, clock: SettableClock) {
  return async ({ method, path, headers, body }: TrafficRequest): Promise<Json> => {
    clock.advance(7);
    const url = path.startsWith('/') ? `${baseUrl}${path}` : path;
    const init = { method, headers, ...(body === undefined ? {} : { body }) };
    const received = await network(url, init);
    if (effect() !== undefined) throw new FaultShown();
    return parseJson(await received.text());
  };
}

function parseJson(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) || isArray(value) ? value : null;
  } catch {
    return null;
  }
}
