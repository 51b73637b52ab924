/** The nine members that a case gets. */
import type { TypedCalls } from './ask.ts';
import type { TargetClock, WireRequest } from '../wire/index.ts';
import type { Expectations } from './expect.ts';
import type { Exchange, KnownTarget } from '../evidence/index.ts';
import type { Eventually } from './eventually.ts';
import type { BookMaker } from './make.ts';
import type { Preconditions } from './preconditions.ts';

export interface Stage {
  /** The typed calls of the contract, one per operation. Each returns its exchange. */
  readonly ask: TypedCalls;
  /** Sends a request that the types forbid: another method, content type, key or body. */
  readonly wire: (request: WireRequest) => Promise<Exchange>;
  /** Creates books in a given state, marked as this run's. If the service refuses, the case is unproven. */
  readonly make: BookMaker;
  /** Assertions about the requirement: a failure is a drift. */
  readonly expect: Expectations;
  /** Preconditions: a failure leaves the case unproven, never drifting. */
  readonly need: Preconditions;
  /** The target's calendar, from its Date header. */
  readonly clock: TargetClock & PatientClock;
  /** Repeats a call, with growing pauses up to a limit, until the response is satisfactory; returns the last one. */
  readonly eventually: Eventually;
  /** The same case with the key of the second account; only for cases that say that they need it. */
  readonly secondAccount: () => Pick<Stage, 'ask' | 'wire' | 'make'>;
  /** The run's knowledge about the target: reach, consent, and the readings it configured. */
  readonly target: KnownTarget;
}

export interface PatientClock {
  /** Waits until the target's time has passed an instant (epoch milliseconds); unproven if that takes too long. */
  readonly pass: (instant: number) => Promise<void>;
}
