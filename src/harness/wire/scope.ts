/** What one case has done so far, kept so that a broken case can never read as conforming. */
import type { OperationId } from '../../contract/operations.ts';
import type { StatedId } from '../../contract/requirements.ts';
import {
  BrokenCase,
  type Exchange,
  type MonitorDrift,
  type Replay,
  Unproven,
} from '../evidence/index.ts';

/** The running account of one case. Mutable on purpose: it is the case's diary. */
export interface Scope {
  readonly signal: AbortSignal;
  readonly exchanges: Exchange[];
  /** Calls of other cases that made what this one shares with them. */
  readonly seen: Exchange[];
  /** What the monitor found wrong in those exchanges. */
  readonly drifts: MonitorDrift[];
  /** The requirements that the monitor found met in those exchanges. */
  readonly met: Set<StatedId>;
  /** Refusals the case asserted, by operation. */
  readonly refusals: Map<OperationId, number>;
  assertions: number;
  /** Assertions that failed; a case that swallows one is broken. */
  failures: number;
  inFlight: number;
  /** Writes whose outcome is unknown because the service failed meanwhile. */
  unclear: number;
  open: boolean;
  /** How to ask this case again; undefined for requests of no case. */
  readonly replay: Replay | undefined;
}

/** Starts the account of a case; `signal` ends its requests. */
export function createScope(signal: AbortSignal, replay?: Replay): Scope {
  return {
    signal,
    replay,
    exchanges: [],
    seen: [],
    drifts: [],
    met: new Set(),
    refusals: new Map(),
    assertions: 0,
    failures: 0,
    inFlight: 0,
    unclear: 0,
    open: true,
  };
}

const scopes = new WeakMap<object, Scope>();

/** Remembers whose account belongs to a stage. */
export function bindScope(stage: object, scope: Scope): void {
  scopes.set(stage, scope);
}

/** The account that belongs to a stage; undefined for one that no case was handed. */
export function scopeOf(stage: object): Scope | undefined {
  return scopes.get(stage);
}

/** Throws when a case goes on asking after it has ended, which a forgotten await would let it. */
export function assertOpen(scope: Scope): void {
  if (!scope.open) throw new BrokenCase('asked on after the case had ended: an await is missing');
}

/** Notes a refusal the case asserted, for the twin rule. */
export function noteRefusal(scope: Scope, operation: OperationId | undefined): void {
  if (operation === undefined) return;
  scope.refusals.set(operation, (scope.refusals.get(operation) ?? 0) + 1);
}

/**
 * Closes a case that came to its end, and says what was wrong with it if anything was.
 * Every refusal needs an accepted call of the same operation: otherwise saying no to
 * everybody would look like conforming.
 */
export function settle(scope: Scope): BrokenCase | Unproven | undefined {
  scope.open = false;
  if (scope.inFlight > 0) {
    return new BrokenCase(`ended with ${scope.inFlight} requests in flight: an await is missing`);
  }
  if (scope.failures > 0) return new BrokenCase('swallowed a failed assertion');
  if (scope.assertions === 0 && scope.met.size + scope.drifts.length === 0) {
    return new BrokenCase('asserted nothing, and the monitor judged none of its exchanges');
  }
  for (const [operation, refusals] of scope.refusals) {
    const calls = [...scope.exchanges, ...scope.seen].filter(
      (exchange) => exchange.operation === operation,
    );
    if (calls.some(accepted)) continue;
    return calls.length > refusals
      ? new Unproven(
          `no ${operation} call was accepted, so the refusal shows nothing`,
          calls.at(-1),
        )
      : new BrokenCase(`refuses ${operation} without an accepted twin`);
  }
  return undefined;
}

function accepted(exchange: Exchange): boolean {
  return exchange.status >= 200 && exchange.status < 300;
}
