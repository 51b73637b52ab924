/** Records what one case has done so far, so that a broken case never reads as conforming. */
import { setMaxListeners } from 'node:events';
import type { OperationId } from '../../contract/operations.ts';
import type { StatedId } from '../../contract/requirements.ts';
import {
  BrokenCase,
  type Exchange,
  type MonitorDrift,
  type Replay,
  Unproven,
} from '../evidence/index.ts';

/** The record of one case. It is mutable on purpose. */
export interface Scope {
  readonly signal: AbortSignal;
  readonly exchanges: Exchange[];
  /** Calls of other cases that created what this one shares with them. */
  readonly seen: Exchange[];
  /** The drifts that the monitor found in those exchanges. */
  readonly drifts: MonitorDrift[];
  /** The requirements that those exchanges confirmed. */
  readonly met: Set<StatedId>;
  /** Refusals that the case asserted, by operation. */
  readonly refusals: Map<OperationId, number>;
  assertions: number;
  /** Assertions that failed. A case that swallows one is broken. */
  failures: number;
  inFlight: number;
  /** Writes whose outcome is unknown because the service failed meanwhile. */
  unclear: number;
  open: boolean;
  /** How to repeat this case; undefined for requests outside a case. */
  readonly replay: Replay | undefined;
}

/** Starts the record of a case; `signal` ends its requests. */
export function createScope(signal: AbortSignal, replay?: Replay): Scope {
  // Every request in flight listens to it.
  setMaxListeners(0, signal);
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

/** Remembers the record that belongs to a stage. */
export function bindScope(stage: object, scope: Scope): void {
  scopes.set(stage, scope);
}

/** Returns the record of a stage; undefined for a stage without a case. */
export function scopeOf(stage: object): Scope | undefined {
  return scopes.get(stage);
}

/** Throws if a case sends requests after it has ended, which a forgotten await would allow. */
export function assertOpen(scope: Scope): void {
  if (!scope.open)
    throw new BrokenCase('sent a request after the case had ended: an await is missing');
}

/** Notes a refusal that the case asserted. */
export function noteRefusal(scope: Scope, operation: OperationId | undefined): void {
  if (operation === undefined) return;
  scope.refusals.set(operation, (scope.refusals.get(operation) ?? 0) + 1);
}

/**
 * Closes a case that ran to its end, and returns what is wrong with it, if anything.
 * Every refusal needs an accepted call of the same operation. Without one, a service that refuses
 * everything would conform.
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
      : new BrokenCase(`refuses ${operation} without an accepted counterpart`);
  }
  return undefined;
}

function accepted(exchange: Exchange): boolean {
  return exchange.status >= 200 && exchange.status < 300;
}
