/** A gateway in front of a correct service that is slow and fails now and then. */
import { setImmediate as turn } from 'node:timers/promises';
import { createRandom, type Random } from '../../random-traffic/random.ts';
import type { Network } from '../../random-traffic/compare-services.ts';
import type { Judgement } from '../../../src/monitor/index.ts';

export interface GatewayOptions {
  readonly seed: number;
  /** The share of calls that fail; half of them reach the service before they do. */
  readonly failing?: number;
  /** True if concurrent calls are forwarded and answered in any order. */
  readonly shuffles?: boolean;
}

/** Wraps a network. What a failed call leaves behind is what the service made of it. */
export function wrapInGateway(network: Network, options: GatewayOptions): Network {
  const { seed, failing = 0, shuffles = false } = options;
  const random = createRandom(seed);
  const delayed: Network = async (url, sent) => {
    if (shuffles) await waitSomeTurns(random);
    const received = await network(url, sent);
    if (shuffles) await waitSomeTurns(random);
    return received;
  };
  return async (url, sent) => {
    if (random() >= failing) return delayed(url, sent);
    if (random() < 0.5) await delayed(url, sent);
    if (random() < 0.3) throw new TypeError('fetch failed: the connection was reset.');
    const status = [429, 502, 503, 504][Math.floor(random() * 4)] ?? 503;
    return { status, headers: [], text: async () => '' };
  };
}

/** Returns whether a drift is due to the gateway's own failures, which the service cannot help. */
export function isGatewayFailure({ requirement, actual }: Judgement): boolean {
  return requirement === 'errors.no-5xx' && /^50[234] /.test(actual);
}

async function waitSomeTurns(random: Random): Promise<void> {
  for (let left = Math.floor(random() * 6); left > 0; left -= 1) await turn();
}
