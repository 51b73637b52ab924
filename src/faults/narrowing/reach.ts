/** Finds out whether a fault can show at all, with varied traffic to a sandbox and its replica. */
import { createClock } from '../../sandbox/parts/index.ts';
import { isArray, isObject, type Json } from '../../contract/json-pointer.ts';
import type { Fault } from '../fault.ts';
import { openReplicatedSandbox, origin, type Effect } from './replica.ts';
import { createRandom } from './random.ts';
import { driveTraffic } from './traffic.ts';
import type { TrafficRequest } from './traffic-calls.ts';

/** Ends the traffic once the fault has shown. */
class Shown extends Error {}

/**
 * Drives traffic until the fault shows in a response.
 * @param moves each of them up to a dozen requests
 * @returns undefined when every response was the same as without the fault
 */
export async function findEffect(
  fault: Fault,
  { seed, moves }: { readonly seed: number; readonly moves: number },
): Promise<Effect | undefined> {
  const clock = createClock();
  clock.freeze();
  const { network, sandbox, effect, close } = await openReplicatedSandbox(fault, clock);
  const send = async (request: TrafficRequest): Promise<Json> => {
    clock.advance(7);
    const { method, path, headers, body } = request;
    const url = path.startsWith('/') ? `${origin}${path}` : path;
    const received = await network(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    if (effect() !== undefined) throw new Shown();
    return parse(await received.text());
  };
  try {
    await driveTraffic(
      {
        send,
        key: sandbox.keys[0] ?? '',
        random: createRandom(seed),
        now: clock.now,
        advance: async (milliseconds) => clock.advance(milliseconds),
      },
      moves,
    );
  } catch (error) {
    if (!(error instanceof Shown)) throw error;
  } finally {
    await close();
  }
  return effect();
}

function parse(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) || isArray(value) ? value : null;
  } catch {
    return null;
  }
}
