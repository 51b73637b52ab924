/** Disturbs requests as a bad network or an overloaded service would. The same seed disturbs the same requests. */
import type { OperationId } from '../contract/operations.ts';

/** The effects that a chaos rule can have on a request. */
export type ChaosEffect =
  /** The response has this status, and the service does nothing. */
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterSeconds?: number }
  /** The response is late. */
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** The request is carried out, but the connection breaks within the response body. */
  | { readonly kind: 'truncated-body' }
  /** The request is carried out, but the connection breaks before the response. */
  | { readonly kind: 'lost-response' }
  /** The connection breaks immediately, and the service does nothing. */
  | { readonly kind: 'reset' };

export interface ChaosRule {
  /** Any operation unless given. */
  readonly operation?: OperationId;
  /** Disturbs only this request of those that the rule applies to, counted from 1. */
  readonly nth?: number;
  /** The share of requests, from 0 to 1. Every request is disturbed unless `nth` or `rate` is given. */
  readonly rate?: number;
  /** The rule ends after it has disturbed this many requests. */
  readonly times?: number;
  readonly effect: ChaosEffect;
}

export interface ChaosSettings {
  readonly seed: number;
  readonly rules: readonly ChaosRule[];
}

export type Chaos = ReturnType<typeof createChaos>;

export function createChaos() {
  let settings: ChaosSettings = { seed: 1, rules: [] };
  let counts: RuleCount[] = [];
  return {
    settings: (): ChaosSettings => settings,
    /** Replaces the rules. The counts of all rules start at zero again. */
    set: (next: ChaosSettings): void => {
      settings = next;
      counts = next.rules.map(() => ({ requests: 0, disturbances: 0 }));
    },
    /** Returns the effect on the next request of an operation; undefined if no rule disturbs it. */
    next: (operation: OperationId | undefined): ChaosEffect | undefined => {
      let effect: ChaosEffect | undefined;
      for (const [index, rule] of settings.rules.entries()) {
        const count = counts[index];
        if (count === undefined || !appliesTo(rule, operation)) continue;
        count.requests += 1;
        // Every rule counts every request that it applies to, even if another rule disturbs it.
        if (effect !== undefined || !isDisturbed(rule, count, settings.seed + index)) continue;
        count.disturbances += 1;
        ({ effect } = rule);
      }
      return effect;
    },
  };
}

interface RuleCount {
  requests: number;
  disturbances: number;
}

function appliesTo(rule: ChaosRule, operation: OperationId | undefined): boolean {
  return rule.operation === undefined || rule.operation === operation;
}

function isDisturbed(
  { nth, rate, times = Infinity }: ChaosRule,
  { requests, disturbances }: Readonly<RuleCount>,
  seed: number,
): boolean {
  if (disturbances >= times) return false;
  if (nth !== undefined) return requests === nth;
  return rate === undefined || hashToFraction(seed, requests) < rate;
}

/** Returns a number from 0 up to 1, excluding 1. The seed and the position determine it. */
function hashToFraction(seed: number, position: number): number {
  // Mixes the bits, so that neighbouring seeds and positions have unrelated results.
  let hash = Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) ^ Math.imul(position, 0xc2b2_ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a_2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 4_294_967_296;
}
