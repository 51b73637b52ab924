/** Records what one case has done so far, so that a broken case never reads as conforming. */
import { setMaxListeners } from 'node:events';
import type { StatedId } from '../../contract/requirements.ts';
import { BrokenCase, type Exchange, type MonitorDrift, type Replay } from '../evidence/index.ts';

/** The record of one case. It is mutable on purpose. */
export interface Scope {
  readonly signal: AbortSignal;
  readonly exchanges: Exchange[];
  /** The drifts that the monitor found in those exchanges. */
  readonly drifts: MonitorDrift[];
  /** The requirements that those exchanges confirmed. */
  readonly met: Set<StatedId>;
  assertions: number;
  /** Assertions that failed. A case that swallows one is broken. */
  failures: number;
  inFlight: number;
  /** Writes whose outcome is unknown because the service failed meanwhile. */
  unclearWrites: number;
  isOpen: boolean;
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
    drifts: [],
    met: new Set(),
    assertions: 0,
    failures: 0,
    inFlight: 0,
    unclearWrites: 0,
    isOpen: true,
  };
}

const scopes = new WeakMap<object, Scope>();

/** Remembers the record that belongs to a stage. */
export function bindScope(stage: object, scope: Scope): void {
  scopes.set(stage, scope);
}

/** Returns the record of a stage. */
export function getScope(stage: object): Scope {
  const scope = scopes.get(stage);
  if (scope === undefined) throw new BrokenCase('used a stage that has no record');
  return scope;
}

/** Throws if a case sends requests after it has ended, which a forgotten await would allow. */
export function assertOpen(scope: Scope): void {
  if (!scope.isOpen)
    throw new BrokenCase('sent a request after the case had ended: an await is missing');
}

/** Closes a case that ran to its end, and returns what is wrong with it, if anything. */
export function settle(scope: Scope): BrokenCase | undefined {
  scope.isOpen = false;
  if (scope.inFlight > 0) {
    return new BrokenCase(`ended with ${scope.inFlight} requests in flight: an await is missing`);
  }
  if (scope.failures > 0) return new BrokenCase('swallowed a failed assertion');
  if (scope.assertions > 0 || scope.met.size + scope.drifts.length > 0) return undefined;
  return new BrokenCase('asserted nothing, and the monitor judged none of its exchanges');
}
