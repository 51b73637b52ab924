/** Disturbs calls as a bad network or an overloaded service would. The same seed disturbs the same calls. */
import type { OperationId } from '../../contract/operations.ts';

/** The effects a rule can have on a call. */
export type ChaosEffect =
  /** Answered with a status; the service does nothing. */
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterSeconds?: number }
  /** Answered late. */
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** Done, but the connection breaks after part of the body. */
  | { readonly kind: 'truncated-body' }
  /** Done, but the connection breaks before the response. */
  | { readonly kind: 'lost-response' }
  /** Not done: the connection breaks immediately. */
  | { readonly kind: 'reset' };

export interface ChaosRule {
  /** Any operation unless given. */
  readonly operation?: OperationId;
  /** Only this call of those that the rule applies to, counted from 1. */
  readonly nth?: number;
  /** The share of calls, from 0 to 1; every call unless `nth` or `rate` is given. */
  readonly rate?: number;
  /** The rule ends after it has disturbed this many calls. */
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
  let counts: { seen: number; disturbed: number }[] = [];
  return {
    settings: (): ChaosSettings => settings,
    /** Replaces the rules and counts from the start again. */
    set: (next: ChaosSettings): void => {
      settings = next;
      counts = next.rules.map(() => ({ seen: 0, disturbed: 0 }));
    },
    /** Returns what happens to the next call of an operation; undefined if nothing does. */
    next: (operation: OperationId | undefined): ChaosEffect | undefined => {
      let effect: ChaosEffect | undefined;
      for (const [index, rule] of settings.rules.entries()) {
        const count = counts[index];
        if (count === undefined || !appliesTo(rule, operation)) continue;
        count.seen += 1;
        // Every rule counts every call that it applies to, also if another rule disturbs it.
        if (effect !== undefined || !isDisturbed(rule, count, settings.seed + index)) continue;
        count.disturbed += 1;
        ({ effect } = rule);
      }
      return effect;
    },
  };
}

function appliesTo({ operation }: ChaosRule, calledOperation: OperationId | undefined): boolean {
  return operation === undefined || operation === calledOperation;
}

function isDisturbed(
  { nth, rate, times = Infinity }: ChaosRule,
  { seen, disturbed }: { readonly seen: number; readonly disturbed: number },
  seed: number,
): boolean {
  if (disturbed >= times) return false;
  if (nth !== undefined) return seen === nth;
  return rate === undefined || fraction(seed, seen) < rate;
}

/** Returns a number from 0 to below 1 that depends only on the seed and the position. */
function fraction(seed: number, position: number): number {
  let mixed = Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) ^ Math.imul(position, 0xc2b2_ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b_3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a_2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296;
}
