/**
 * Disturbs requests as a bad network or an overloaded service would, and records which requests each rule
 * disturbed. The same seed disturbs the same requests.
 */
import type { OperationId } from '../contract/operations.ts';
import { getOwnerId } from './book/index.ts';

export type ChaosEffect =
  /** The response has this status, and the service does nothing. */
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterSeconds?: number }
  /** The request waits before the service carries it out, or its response waits afterwards. */
  | { readonly kind: 'delay'; readonly milliseconds: number; readonly when?: When }
  /** The request is carried out, and its body is sent in pieces over this time. */
  | { readonly kind: 'slow-body'; readonly milliseconds: number }
  /** The request is carried out, but the connection ends within the response. */
  | { readonly kind: 'truncated-body' }
  /** The request is carried out, but the connection ends before the response. */
  | { readonly kind: 'lost-response' }
  /** The connection is reset (a TCP packet with RST) before or after the service carries the request out. */
  | { readonly kind: 'reset'; readonly when?: When };

/** Whether an effect comes before or after the work of the service; before by default. */
type When = 'before' | 'after';

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

export interface ChaosHit {
  /** The id of the request, which the response, the log and the control page show as well. */
  readonly requestId: string;
  readonly operation: OperationId;
  readonly method: string;
  /** Without the query, because upload URLs are secret. */
  readonly path: string;
  /** The id of the account; undefined if the request has no valid key. */
  readonly account: string | undefined;
  /** The position among the requests that the rule applies to, from 1. */
  readonly nth: number;
  /** ISO 8601, by the machine's clock. */
  readonly at: string;
}

type CountedRule = ChaosRule & {
  /** The number of requests that the rule applied to. */
  requests: number;
  /** The number of requests that the rule disturbed. */
  disturbed: number;
  /** The latest of these, at most 1,000. */
  readonly hits: ChaosHit[];
};

/** A rule, with what it has done. */
export type ReportedRule = Readonly<CountedRule>;

export type ChaosRequest = Pick<ChaosHit, 'requestId' | 'operation' | 'method' | 'path'> & {
  /** Returns the id of the account. Called only while there are rules. */
  readonly findAccountId: () => Promise<string | undefined>;
};

/** The scope of the rules that apply to every account. Any other scope is the id of an account. */
const everyAccount = '';

const maxHits = 1_000;

export type Chaos = ReturnType<typeof createChaos>;

export function createChaos() {
  const scopes = new Map<string, ChaosScope>();
  /** Returns the rules of an account, or those that apply to every account, with what each has done. */
  const report = (account = everyAccount): ChaosScope =>
    scopes.get(account) ?? createScope(noRules);
  return {
    report,
    settings: (account = everyAccount): ChaosSettings => report(account).settings,
    /** Returns each account that has rules, and its rules. The rules of every account have the key ''. */
    all: (): readonly (readonly [account: string, settings: ChaosSettings])[] =>
      [...scopes].map(([account, { settings }]) => [account, settings]),
    /** Replaces the rules of an account, or those that apply to every account. Their counts start at zero again. */
    set: (settings: ChaosSettings, account = everyAccount): void => {
      if (settings.rules.length === 0) scopes.delete(account);
      else scopes.set(account, createScope(settings));
    },
    /** Replaces all rules by those of another process. The same rules keep their counts. */
    restore: (all: readonly (readonly [account: string, settings: ChaosSettings])[]): void => {
      const before = new Map(scopes);
      scopes.clear();
      for (const [account, settings] of all) {
        const scope = before.get(account);
        const isSame = JSON.stringify(scope?.settings) === JSON.stringify(settings);
        scopes.set(account, isSame && scope ? scope : createScope(settings));
      }
    },
    /** Returns the effect on a request, which is then counted as disturbed; undefined if no rule disturbs it. */
    next: async (request: ChaosRequest): Promise<ChaosEffect | undefined> => {
      if (scopes.size === 0) return undefined;
      const account = await request.findAccountId();
      let effect: ChaosEffect | undefined;
      for (const scope of listScopes(account)) {
        const { settings, rules } = report(scope);
        for (const [index, rule] of rules.entries()) {
          if (rule.operation !== undefined && rule.operation !== request.operation) continue;
          // Every rule counts every request that it applies to, even if another rule disturbs it.
          rule.requests += 1;
          if (effect !== undefined || !isDisturbed(rule, settings.seed + index)) continue;
          ({ effect } = rule);
          recordHit(rule, request, account);
        }
      }
      return effect;
    },
  };
}

const noRules: ChaosSettings = { seed: 1, rules: [] };

interface ChaosScope {
  readonly settings: ChaosSettings;
  readonly rules: readonly CountedRule[];
}

function createScope(settings: ChaosSettings): ChaosScope {
  const counts = { requests: 0, disturbed: 0 };
  return { settings, rules: settings.rules.map((rule) => ({ ...rule, ...counts, hits: [] })) };
}

/** Returns the scopes of a request, the narrowest first: a test's account, the account it belongs to, and all. */
function listScopes(account: string | undefined): readonly string[] {
  if (account === undefined) return [everyAccount];
  return [...new Set([account, getOwnerId(account), everyAccount])];
}

function recordHit(
  rule: CountedRule,
  { requestId, operation, method, path }: ChaosRequest,
  account: string | undefined,
): void {
  rule.disturbed += 1;
  const at = new Date().toISOString();
  rule.hits.push({ requestId, operation, method, path, account, nth: rule.requests, at });
  if (rule.hits.length > maxHits) rule.hits.shift();
}

function isDisturbed(
  { nth, rate, times = Infinity, requests, disturbed }: Readonly<CountedRule>,
  seed: number,
): boolean {
  if (disturbed >= times || (nth !== undefined && requests !== nth)) return false;
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
