/** A gateway in front of a correct service that delays calls and fails some of them. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createRandom, type Random } from '../../random-traffic/random.ts';
import type { Network } from '../../random-traffic/compare-services.ts';
import type { Judgement } from '../../../src/monitor/index.ts';

export interface GatewayOptions {
  readonly seed: number;
  /** The share of calls that fail. Half of these reach the service first. */
  readonly failureShare?: number;
  /** True if concurrent calls are forwarded and answered in any order. */
  readonly shuffles?: boolean;
}

/** Wraps a network in a gateway. A call that failed may still have had its effect on the service. */
export function wrapInGateway(network: Network, options: GatewayOptions): Network {
  const { seed, failureShare = 0, shuffles = false } = options;
  const random = createRandom(seed);
  const slowNetwork: Network = async (url, request) => {
    if (shuffles) await waitSomeTurns(random);
    const response = await network(url, request);
    if (shuffles) await waitSomeTurns(random);
    return response;
  };
  return async (url, request) => {
    if (random() >= failureShare) return slowNetwork(url, request);
    if (random() < 0.5) await slowNetwork(url, request);
    if (random() < 0.3) throw new TypeError('fetch failed: the connection was reset.');
    const status = [429, 502, 503, 504][Math.floor(random() * 4)] ?? 503;
    return { status, headers: [], text: async () => '' };
  };
}

/** Returns true if a drift is due to a failure of the gateway rather than of the service. */
export function isGatewayFailure({ requirement, actual }: Judgement): boolean {
  return requirement === 'errors.no-5xx' && /^50[234] /.test(actual);
}

async function waitSomeTurns(random: Random): Promise<void> {
  for (let turnsLeft = Math.floor(random() * 6); turnsLeft > 0; turnsLeft -= 1) await nextTurn();
}
